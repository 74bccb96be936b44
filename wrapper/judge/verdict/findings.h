// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// Findings of a verdict, errors first, stable order. Suppressed ones are
/// included and marked.
std::vector<Finding> findings(const ArtifactFacts& artifact,
                              const ArtifactVerdict& verdict,
                              const std::vector<JudgedGroup>& classes,
                              const Policy& policy);

}  // namespace cudacompat
