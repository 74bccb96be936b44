// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "doctor/build/build_tree.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// The architectures that a build folder keeps do not serve a group: what is
/// compiled there fails on it. nullopt: they do, or objects in the folder show
/// that others are compiled, or it is not known.
std::optional<Finding> unserved_by_kept(const BuildTree& tree,
                                        const std::vector<JudgedGroup>& groups,
                                        const Policy& policy);

}  // namespace cudacompat
