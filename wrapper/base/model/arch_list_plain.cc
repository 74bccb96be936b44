// SPDX-License-Identifier: Apache-2.0
#include "base/model/arch_list_parts.h"

// CMake:   [0-9]+[af]?(-real|-virtual)? between semicolons; no suffix is both.
// PEP 817: the values of nvidia :: sm_arch in nvidia-variant-provider, NN_real
//          or NN_virtual.

namespace cudacompat {
namespace {

constexpr std::string_view kCmakeAllowed =
    "write architectures between semicolons, as in 75-real;80;90a-virtual";
constexpr std::string_view kPep817Allowed =
    "write 90_real for SASS or 90_virtual for PTX";

struct Ending {
  bool sass = true;
  bool ptx = true;
};

Ending take_ending(std::string_view& entry, char dash) {
  for (const bool real : {true, false}) {
    const std::string_view word = real ? "real" : "virtual";
    if (!entry.ends_with(word) || entry.size() < word.size() + 2) continue;
    if (entry[entry.size() - word.size() - 1] != dash) continue;
    entry.remove_suffix(word.size() + 1);
    return {real, !real};
  }
  return {};
}

/// The list as this dialect would spell it, or empty.
std::string respelled(std::string_view text, char dash, bool ending_needed) {
  std::string out;
  const auto entries = read_loosely(text);
  if (!entries) return out;
  for (const LooseArch& entry : *entries) {
    if (!out.empty()) out += ';';
    out += to_string(entry.arch);
    if (entry.ptx_only) {
      (out += dash) += "virtual";
    } else if (entry.sass_only || ending_needed) {
      (out += dash) += "real";
    }
  }
  return out;
}

}  // namespace

ArchRequests parse_cmake_archs(std::string_view text) {
  if (looks_like_failed_query(text)) return refuse_entry(text, {}, {});
  std::vector<ArchRequest> requests;
  for (const std::string_view entry : split(text, ";")) {
    std::string_view number = entry;
    const Ending ending = take_ending(number, '-');
    const std::optional<Arch> arch = read_plain_arch(number);
    if (!arch) {
      return refuse_entry(entry, respelled(text, '-', false), kCmakeAllowed);
    }
    add_request(requests, request_of(*arch, ending.sass, ending.ptx));
  }
  if (requests.empty()) return refuse_entry(text, {}, kCmakeAllowed);
  return requests;
}

ArchRequests parse_pep817_archs(std::string_view text) {
  if (looks_like_failed_query(text)) return refuse_entry(text, {}, {});
  std::vector<ArchRequest> requests;
  for (const std::string_view entry : split(text, " ;,")) {
    std::string_view number = entry;
    const Ending ending = take_ending(number, '_');
    const std::optional<Arch> arch = read_plain_arch(number);
    if (!arch || ending.sass == ending.ptx) {
      return refuse_entry(entry, respelled(text, '_', true), kPep817Allowed);
    }
    add_request(requests, request_of(*arch, ending.sass, ending.ptx));
  }
  if (requests.empty()) return refuse_entry(text, {}, kPep817Allowed);
  return requests;
}

}  // namespace cudacompat
