// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/plan/plan.h"
#include "judge/plan/trial.h"

namespace cudacompat {

/// What each group would make of a list of architectures.
struct Prediction {
  std::vector<PlannedArch> archs;  // with reasons
  std::optional<Version> downgrade_to;
  std::vector<PlannedGroup> groups;
  /// The code that each group loads, or will once its machine is put right,
  /// parallel to `groups`; nullopt: none.
  std::vector<std::optional<PlannedArch>> used;
  /// Code that is in none of these.
  std::vector<PlannedArch> unused;
};

/// Judges `archs` (ascending, each once) on every group and writes down why
/// each architecture is there. `for_later`: PTX that no group uses is meant for
/// GPUs that come later.
Prediction look_at(const Trial& trial, std::vector<PlannedArch> archs,
                   bool for_later);

}  // namespace cudacompat
