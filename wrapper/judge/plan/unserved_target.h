// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "judge/plan/trial.h"

namespace cudacompat {

/// A group that a list of architectures does not serve as the policy asks.
struct Unserved {
  std::size_t group_index = 0;
  /// The list to speak of: what is built, or what comes nearest.
  std::vector<PlannedArch> archs;
  /// What to add to the list, so that it serves the group; empty: this toolkit
  /// has nothing that does.
  std::vector<PlannedArch> add;
};

/// Why, and what to change. Where the toolkit is at fault or cannot help, the
/// fix names the CUDA release that does, found by trying those of the tables.
struct UnservedTarget {
  std::size_t group_index = 0;
  Outcome outcome = Outcome::unknown;
  std::string id;
  std::string described;  // "l4-pool (8.9, driver 535.183.06, CUDA 12.2)"
  std::string cause;
  std::string fix;
};

/// One for each, in order.
std::vector<UnservedTarget> explain(const Trial& trial,
                                    const std::vector<Unserved>& unserved);

/// As findings: groups that share outcome, cause and fix become one.
std::vector<Finding> to_findings(const Trial& trial,
                                 const std::vector<UnservedTarget>& troubles);

}  // namespace cudacompat
