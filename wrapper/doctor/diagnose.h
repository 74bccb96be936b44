#pragma once

#include <optional>
#include <vector>

#include "doctor/situation.h"
#include "verdict/verdict.h"

namespace cudacompat {

/// What is wrong, and which of it is the cause.
struct Diagnosis {
  /// By cause: the machine, the driver's age, the frameworks, the toolkit, the
  /// build tree, the log; errors first in each. Each is there once: what a log
  /// tells and the situation explains is told by the situation.
  std::vector<Finding> findings;
  /// The one to mend first, an index into `findings`: without it the others
  /// cannot be cured, or it explains them. nullopt: no error was found.
  std::optional<std::size_t> primary;
};

Diagnosis diagnose(const Situation& situation);

}  // namespace cudacompat
