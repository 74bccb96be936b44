// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"
#include "programs/launch/invocation.h"

namespace cudacompat {

/// Adds what the command line explains of a verdict that is not plain `loads`
/// everywhere: no architecture was chosen, so nvcc took its default (CC601), or
/// `native`, which is the GPU of the build machine or, without one, that
/// default (CC602). Warnings; where all is well there is nothing to explain.
void add_flag_findings(const Invocation& invocation,
                       const ArtifactVerdict& verdict,
                       std::vector<Finding>& findings);

}  // namespace cudacompat
