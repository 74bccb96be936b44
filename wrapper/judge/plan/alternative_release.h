// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "judge/plan/trial.h"

namespace cudacompat {

/// Other CUDA releases with which a group would be served.
struct AlternativeRelease {
  std::optional<Version> older;      // the newest older one, by its SASS
  std::optional<Version> newer;      // the next newer one, by its SASS
  std::optional<Version> older_ptx;  // the newest older one, by its PTX
};

/// One for each group of the trial, from the release table.
std::vector<AlternativeRelease> find_rescues(const Trial& trial);
/// The same where the machines have drivers as new as each release: what the
/// GPU itself lacks.
std::vector<AlternativeRelease> find_rescues_on_new_drivers(const Trial& trial);

/// The newest release that serves every group; nullopt where none does.
std::optional<Version> release_for_all(const Trial& trial);

}  // namespace cudacompat
