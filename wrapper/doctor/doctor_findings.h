#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "doctor/situation.h"
#include "verdict/verdict.h"

namespace cudacompat {

// What follows from a situation, one part each. Each finding is an error only
// where something that is there now does not work.

/// The driver, its library, and what stands between them and a program.
std::vector<Finding> machine_findings(const Situation& situation);
/// Environment variables that change what is built or loaded.
std::vector<Finding> variable_findings(const Situation& situation);
/// The toolkit at hand against the driver, and against the frameworks.
std::vector<Finding> toolkit_findings(const Situation& situation);
/// The code of each package on each class; Triton's assembler.
std::vector<Finding> package_findings(const Situation& situation);

/// What keeps all code from a class, whatever the code is; nullptr: nothing.
const MachineFacts* worst_blocked(const JudgedClass& judged);

/// The id of all that is not known: it is no error, and no pass.
inline constexpr std::string_view kUnknownId = "CC825";
inline constexpr std::string_view kUnexplainedLogId = "CC826";

/// Rows of the findings that only `doctor` has (CC801 to CC829). Sorted by id.
std::span<const FindingRow> doctor_finding_table();

/// One of these findings.
Finding doctor_finding(std::string_view id, Severity severity,
                       std::string message, std::string cure);

}  // namespace cudacompat
