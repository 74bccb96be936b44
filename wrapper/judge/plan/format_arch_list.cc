// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/format_arch_list.h"

#include <algorithm>

#include "judge/plan/plan.h"
#include "judge/plan/select.h"
#include "judge/plan/trial.h"

namespace cudacompat {

std::vector<PlannedArch> planned_archs(
    const std::vector<ArchRequest>& requests) {
  std::vector<PlannedArch> archs;
  for (const ArchRequest& request : requests) {
    for (const Arch arch : request.sass) archs.push_back(sass_of(arch));
    if (request.ptx) archs.push_back(ptx_of(request.virtual_arch));
  }
  return merged(std::move(archs));
}

std::optional<std::vector<PlannedArch>> planned_archs_of_word(
    std::string_view word, const ToolkitFacts& toolkit) {
  if (word != "all" && word != "all-major") return std::nullopt;
  std::vector<PlannedArch> archs;
  std::optional<Arch> highest_major;
  for (const Arch arch : toolkit.archs) {
    if (arch.scope != ArchScope::base) continue;
    const bool major = arch.number % 10 == 0;
    if (major) highest_major = std::max(highest_major, std::optional(arch));
    if (major || word == "all") archs.push_back(sass_of(arch));
  }
  const auto earliest = std::ranges::min_element(toolkit.archs);
  if (earliest != toolkit.archs.end()) archs.push_back(sass_of(*earliest));
  if (highest_major) archs.push_back(ptx_of(*highest_major));
  return merged(std::move(archs));
}

std::string to_cmake_list(const std::vector<PlannedArch>& archs) {
  std::string list;
  for (const PlannedArch& planned : archs) {
    if (!list.empty()) list += ';';
    list += to_string(planned.arch);
    if (!planned.virtual_) list += "-real";
    if (!planned.real) list += "-virtual";
  }
  return list;
}

std::vector<std::string> to_nvcc_flags(const std::vector<PlannedArch>& archs) {
  std::vector<std::string> flags;
  for (const PlannedArch& planned : archs) {
    const std::string arch = to_string(planned.arch);
    std::string code;
    if (planned.real) code = "sm_" + arch;
    if (planned.virtual_) {
      code += (code.empty() ? "compute_" : ",compute_") + arch;
    }
    flags.push_back(
        fmt::format("-gencode=arch=compute_{},code=[{}]", arch, code));
  }
  return flags;
}

Result<std::string> to_torch_list(const std::vector<PlannedArch>& archs) {
  std::string list;
  for (const PlannedArch& planned : archs) {
    const std::string name = to_cmake_list({planned});
    if (!planned.real) {
      return fail(Error::kNoOffset,
                  "TORCH_CUDA_ARCH_LIST cannot ask for PTX without SASS ({})",
                  name);
    }
    // torch.utils.cpp_extension reads from a fixed list (2.11).
    if (planned.arch.scope == ArchScope::family || planned.arch.number == 88) {
      return fail(Error::kNoOffset, "TORCH_CUDA_ARCH_LIST does not know {}",
                  name);
    }
    if (!list.empty()) list += ';';
    list += cc_to_string(planned.arch.number);
    if (planned.arch.scope == ArchScope::exact) list += 'a';
    if (planned.virtual_) list += "+PTX";
  }
  return list;
}

}  // namespace cudacompat
