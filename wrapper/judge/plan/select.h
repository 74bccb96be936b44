// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "judge/plan/hitting_set.h"
#include "judge/plan/plan.h"
#include "judge/plan/trial.h"

namespace cudacompat {

/// For each group the candidates that, built alone, give it `wanted`.
std::vector<CandidateSet> served(
    const Trial& trial, const std::vector<PlannedArch>& candidates,
    Outcome wanted, std::optional<Version> downgrade_to = std::nullopt);

/// Candidates for SASS (every base architecture of the toolkit) and for PTX:
/// those without Tegra chips, whose PTX no other GPU is meant to fall back to
/// (cupy/cupy#6875).
std::vector<PlannedArch> sass_candidates(const Trial& trial);
std::vector<PlannedArch> ptx_candidates(const Trial& trial);

/// For each group the PTX candidates that the driver would compile: as nvcc
/// writes them or, where the policy asks for downgrade, downgraded to what that
/// group reads.
std::vector<CandidateSet> served_by_ptx(const Trial& trial);

/// The architectures of a plan, ascending, without reasons. A group whose
/// machine is at fault has the code that it will load once that is fixed; a
/// group that this toolkit cannot serve has none.
std::vector<PlannedArch> select_archs(const Trial& trial, Optimize optimize);

/// Ascending, each architecture once.
std::vector<PlannedArch> merged(std::vector<PlannedArch> archs);

}  // namespace cudacompat
