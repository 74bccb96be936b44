// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "judge/plan/plan.h"

namespace cudacompat {

/// make_plan()'s judgement for architectures that the user chose: which classes
/// fail and what to add for them, what this toolkit cannot build, and what no
/// class uses.
BuildPlan judge_choice(const Profile& profile, const ToolkitFacts& toolkit,
                       std::vector<PlannedArch> chosen);

}  // namespace cudacompat
