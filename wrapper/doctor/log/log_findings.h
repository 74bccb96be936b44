// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "doctor/log/log.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"

namespace cudacompat {

/// What a log tells, one finding a cause, errors first: consequence, cause and
/// fix, with the line that tells it. Symptoms of one failure become the most
/// specific of them: ptxas's own words explain error 222. A cause that a rule
/// finds too has that rule's id (CC201).
std::vector<Finding> log_findings(const LogReading& log);

}  // namespace cudacompat
