// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "doctor/environment/snapshot.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

// What follows from a snapshot, one part each. Each finding is an error only
// where something that is there now does not work.

/// The driver, its library, and what stands between them and a program.
std::vector<Finding> machine_findings(const Snapshot& snapshot);
/// Environment variables that change what is built or loaded.
std::vector<Finding> variable_findings(const Snapshot& snapshot);
/// The toolkit at hand against the driver, and against the frameworks.
std::vector<Finding> toolkit_findings(const Snapshot& snapshot);
/// The code of each package on each class; Triton's assembler.
std::vector<Finding> package_findings(const Snapshot& snapshot);

/// What keeps all code from a class, whatever the code is; nullptr: nothing.
const DriverCase* worst_blocked(const JudgedGroup& judged);

/// The id of all that is not known: it is no error, and no pass.
inline constexpr std::string_view kUnknownId = "CC825";
inline constexpr std::string_view kUnexplainedLogId = "CC826";

}  // namespace cudacompat
