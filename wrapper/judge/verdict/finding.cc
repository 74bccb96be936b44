// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/finding.h"

#include "base/text/glob.h"

namespace cudacompat {

Finding make_finding(std::string_view id, Severity severity,
                     std::string message, std::string fix) {
  Finding finding;
  finding.id = id;
  finding.severity = severity;
  finding.message = std::move(message);
  finding.fix = std::move(fix);
  return finding;
}

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

void suppress(std::vector<Finding>& all, const std::string& path,
              const Policy& policy) {
  for (Finding& finding : all)
    for (const SuppressRow& row : policy.suppress)
      if (row.id == finding.id &&
          (row.path.empty() || glob_matches(row.path, path)))
        finding.suppressed = row.reason;
}

}  // namespace cudacompat
