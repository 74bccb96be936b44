// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "doctor/environment/snapshot.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

/// What is wrong, and which of it is the cause.
struct Diagnosis {
  /// By cause: the machine, the driver's age, the frameworks, the toolkit, the
  /// build tree, the log; errors first in each. Each is there once: what a log
  /// tells and the snapshot explains is told by the snapshot.
  std::vector<Finding> findings;
  /// The one to mend first, an index into `findings`: without it the others
  /// cannot be fixed, or it explains them. nullopt: no error was found.
  std::optional<std::size_t> primary;
};

Diagnosis diagnose(const Snapshot& snapshot);

}  // namespace cudacompat
