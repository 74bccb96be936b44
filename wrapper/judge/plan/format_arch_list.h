// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/model/arch_list.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// A list in any dialect as a choice: SASS and PTX of each architecture.
std::vector<PlannedArch> planned_archs(
    const std::vector<ArchRequest>& requests);

/// What nvcc makes of -arch=all and -arch=all-major (CMake hands both on): SASS
/// of every base architecture, or of each major's first, and PTX of the highest
/// major. nullopt: another word.
std::optional<std::vector<PlannedArch>> planned_archs_of_word(
    std::string_view word, const ToolkitFacts& toolkit);

/// "75-real;80;90a-virtual"
std::string to_cmake_list(const std::vector<PlannedArch>& archs);
/// "-gencode=arch=compute_80,code=[sm_80]" ...
std::vector<std::string> to_nvcc_flags(const std::vector<PlannedArch>& archs);
/// "7.5;8.0;9.0+PTX"; an Error where torch's dialect cannot say it.
Result<std::string> to_torch_list(const std::vector<PlannedArch>& archs);

}  // namespace cudacompat
