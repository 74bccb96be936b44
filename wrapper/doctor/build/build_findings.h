// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "doctor/build/build_tree.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// What is stale or mixed in a build folder (CC840 to CC845). Without classes
/// its architectures are not judged. Errors first; an error only where the next
/// build fails, or where what was built fails on a class.
std::vector<Finding> build_findings(const BuildTree& tree,
                                    const std::vector<JudgedGroup>& classes,
                                    const Policy& policy);

}  // namespace cudacompat
