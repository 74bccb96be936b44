// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "base/model/arch_list_parts.h"
#include "base/text/message_text.h"

// TORCH_CUDA_ARCH_LIST as torch/utils/cpp_extension.py reads it: "8.6" is
// -gencode arch=compute_86,code=sm_86, "+PTX" adds code=compute_86; blanks
// count as semicolons. (Torch's select_compute_arch.cmake adds no PTX for a
// name without +PTX; cpp_extension does, and is what extensions use.)

namespace cudacompat {
namespace {

constexpr std::string_view kAllowed =
    "write compute capabilities, as in 8.0;9.0a+PTX";

struct NameRow {
  std::string_view name;
  std::string_view list;
};

// named_arches of torch/utils/cpp_extension.py. Blackwell is left out on
// purpose: its meaning changed between releases of torch.
constexpr std::array<NameRow, 12> kNames = {{
    {"Kepler+Tesla", "3.7"},
    {"Kepler", "3.5+PTX"},
    {"Maxwell+Tegra", "5.3"},
    {"Maxwell", "5.0;5.2+PTX"},
    {"Pascal", "6.0;6.1+PTX"},
    {"Volta+Tegra", "7.2"},
    {"Volta", "7.0+PTX"},
    {"Turing", "7.5+PTX"},
    {"Ampere+Tegra", "8.7"},
    {"Ampere", "8.0;8.6+PTX"},
    {"Ada", "8.9+PTX"},
    {"Hopper", "9.0+PTX"},
}};

struct ChoiceRow {
  std::string_view word;
  std::string_view effect;
};

constexpr std::array<ChoiceRow, 5> kChoices = {{
    {"Auto", "it builds for the GPUs of the machine that compiles"},
    {"All", "it builds for what that release of torch knows"},
    {"Common", "it builds for what that release of torch thinks common"},
    {"Blackwell",
     "releases of torch differ on it: 10.0;12.0+PTX, later "
     "10.0;10.3;12.0;12.1+PTX"},
    {"Blackwell+Tegra", "releases of torch differ on it: 10.1, later 11.0"},
}};

/// "8.6", "9.0a", "10.0f"
std::optional<Arch> read_capability(std::string_view text) {
  std::string suffix;
  if (text.ends_with('a') || text.ends_with('f')) {
    suffix = text.back();
    text.remove_suffix(1);
  }
  const Result<Cc> cc = parse_cc(text);
  if (!cc) return std::nullopt;
  return read_plain_arch(std::to_string(*cc) + suffix);
}

std::string respelled(std::string_view text) {
  std::string out;
  for (const NameRow& row : kNames) {  // "Volta" has its PTX already
    if (text == std::string(row.name) + "+PTX") return std::string(row.name);
  }
  const auto entries = read_loosely(text);
  if (!entries) return out;
  for (const LooseArch& entry : *entries) {
    if (!out.empty()) out += ';';
    out += cc_to_string(entry.arch.number);
    if (entry.arch.scope == ArchScope::exact) out += 'a';
    if (entry.arch.scope == ArchScope::family) out += 'f';
    if (entry.plus_ptx || entry.ptx_only) out += "+PTX";
  }
  return out;
}

/// A whole number is what YAML makes of an unquoted 8.0.
bool lost_its_zero(std::string_view entry) {
  return entry.size() <= 2 &&
         entry.find_first_not_of("0123456789") == std::string_view::npos &&
         (entry.size() == 1 || entry[0] < '3');
}

tl::unexpected<Error> refuse(std::string_view entry, std::string_view text) {
  for (const ChoiceRow& row : kChoices) {
    if (row.word == entry) {
      return fail(Error::kNoOffset, "{} is not an architecture: {}; {}",
                  quote(entry), row.effect, kAllowed);
    }
  }
  tl::unexpected<Error> error = refuse_entry(entry, respelled(text), kAllowed);
  if (lost_its_zero(entry)) {
    error.value().message += " (quote it in YAML, which turns 8.0 into 8)";
  }
  return error;
}

/// One entry; false where it is none.
bool add_entry(std::string_view entry, std::vector<ArchRequest>& requests) {
  for (const NameRow& row : kNames) {
    if (row.name != entry) continue;
    for (const std::string_view part : split(row.list, ";")) {
      add_entry(part, requests);
    }
    return true;
  }
  constexpr std::string_view kPtx = "+PTX";
  const bool ptx = entry.ends_with(kPtx);
  if (ptx) entry.remove_suffix(kPtx.size());
  const std::optional<Arch> arch = read_capability(entry);
  if (!arch) return false;
  add_request(requests, request_of(*arch, true, ptx));
  return true;
}

}  // namespace

ArchRequests parse_torch_archs(std::string_view text) {
  if (looks_like_failed_query(text)) return refuse_entry(text, {}, {});
  std::vector<ArchRequest> requests;
  for (const std::string_view entry : split(text, " ;\t")) {
    if (!add_entry(entry, requests)) return refuse(entry, text);
  }
  if (requests.empty()) return refuse_entry(text, {}, kAllowed);
  return requests;
}

}  // namespace cudacompat
