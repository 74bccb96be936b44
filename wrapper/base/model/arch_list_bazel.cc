// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/model/arch_list_parts.h"
#include "base/text/message_text.h"

// bazel: rules_cuda's --@rules_cuda//cuda:archs, cuda/private/cuda_helper.bzl:
//   <list> ::= <spec> (";" <spec>)*
//   <spec> ::= [<virtual> ":"] <code> ("," <code>)*
// A spec without a virtual architecture compiles from the lowest of its codes.
//
// xla: HERMETIC_CUDA_COMPUTE_CAPABILITIES of XLA, JAX and TensorFlow: sm_NN is
// SASS, compute_NN is SASS and PTX, an older "8.0" counts as compute_80.

namespace cudacompat {
namespace {

constexpr std::string_view kBazelAllowed =
    "write compute_80:sm_80,sm_86;compute_90:compute_90";
constexpr std::string_view kXlaAllowed =
    "write sm_80 for SASS or compute_90 for SASS and PTX, between commas";

bool is_virtual(std::string_view text) { return text.starts_with("compute_"); }

std::optional<Arch> read_code(std::string_view text) {
  if (!is_virtual(text) && !text.starts_with("sm_")) return std::nullopt;
  const Result<Arch> arch = parse_arch(text);
  if (!arch) return std::nullopt;
  return *arch;
}

/// The list as `sm_NN` codes, or empty.
std::string respelled(std::string_view text, char separator) {
  std::string out;
  const auto entries = read_loosely(text);
  if (!entries) return out;
  for (const LooseArch& entry : *entries) {
    if (!out.empty()) out += separator;
    out += "sm_" + to_string(entry.arch);
  }
  return out;
}

Result<ArchRequest> read_spec(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  const bool named = colon != std::string_view::npos;
  const std::string_view from = spec.substr(0, named ? colon : 0);
  ArchRequest request;
  std::optional<Arch> base;
  if (named) {
    base = is_virtual(from) ? read_code(from) : std::nullopt;
    if (!base) return refuse_entry(from, {}, kBazelAllowed);
  }
  const auto codes = split(spec.substr(named ? colon + 1 : 0), ", ");
  if (codes.empty()) return refuse_entry(spec, {}, kBazelAllowed);
  std::vector<Arch> ptx;
  for (const std::string_view code : codes) {
    const std::optional<Arch> arch = read_code(code);
    if (!arch) {
      return refuse_entry(code, respelled(spec, ';'), kBazelAllowed);
    }
    (is_virtual(code) ? ptx : request.sass).push_back(*arch);
    if (!named && (!base || *arch < *base)) base = *arch;
  }
  request.virtual_arch = *base;
  request.ptx = !ptx.empty();
  const bool other_ptx = std::any_of(ptx.begin(), ptx.end(), [&](Arch arch) {
    return arch != request.virtual_arch;
  });
  if (other_ptx) {
    return fail(Error::kNoOffset,
                "{} asks for PTX of another architecture than compute_{}, "
                "which nvcc refuses; give it a spec of its own",
                quote(spec), to_string(request.virtual_arch));
  }
  return request;
}

}  // namespace

ArchRequests parse_bazel_archs(std::string_view text) {
  if (looks_like_failed_query(text)) return refuse_entry(text, {}, {});
  std::vector<ArchRequest> requests;
  for (const std::string_view spec : split(text, "; ")) {
    Result<ArchRequest> request = read_spec(spec);
    if (!request) return tl::unexpected<Error>(request.error());
    add_request(requests, std::move(*request));
  }
  if (requests.empty()) return refuse_entry(text, {}, kBazelAllowed);
  return requests;
}

ArchRequests parse_xla_archs(std::string_view text) {
  if (looks_like_failed_query(text)) return refuse_entry(text, {}, {});
  std::vector<ArchRequest> requests;
  for (const std::string_view entry : split(text, ", ")) {
    std::optional<Arch> arch = read_code(entry);
    bool ptx = is_virtual(entry);
    if (const Result<Cc> cc = parse_cc(entry); !arch && cc) {
      arch = Arch{*cc, ArchScope::base};
      ptx = true;
    }
    if (!arch) return refuse_entry(entry, respelled(text, ','), kXlaAllowed);
    add_request(requests, request_of(*arch, true, ptx));
  }
  if (requests.empty()) return refuse_entry(text, {}, kXlaAllowed);
  return requests;
}

}  // namespace cudacompat
