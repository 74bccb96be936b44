// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// Findings about the groups themselves: a framework without code for the
/// class's own GPU, a machine that no code can serve.
std::vector<Finding> group_findings(const std::vector<JudgedGroup>& classes);

}  // namespace cudacompat
