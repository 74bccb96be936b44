// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ask/jit/rehearse.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// What a rehearsal found, errors first: one Finding for each kind of trouble,
/// target and refusal, over the containers that share it.
std::vector<Finding> rehearsal_findings(
    const ArtifactFacts& facts, const std::vector<JudgedGroup>& classes,
    const std::vector<RehearsedTarget>& targets);

}  // namespace cudacompat
