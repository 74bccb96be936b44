// SPDX-License-Identifier: Apache-2.0
#include "report/findings_text.h"

#include <fmt/format.h>

#include <iterator>

#include "judge/verdict/finding.h"

namespace cudacompat {

std::string findings_text(std::string_view path,
                          const std::vector<Finding>& findings) {
  std::string out;
  auto to = std::back_inserter(out);
  for (const Finding& finding : findings) {
    if (!finding.suppressed.empty()) continue;
    fmt::format_to(to, "{}: {}: cudacompat[{}]: {}\n", path,
                   to_string(finding.severity), finding.id, finding.message);
    if (finding.containers > 1) {
      fmt::format_to(to, "  in {} containers\n", finding.containers);
    }
    if (!finding.fix.empty()) {
      fmt::format_to(to, "  fix: {}\n", finding.fix);
    }
  }
  return out;
}

}  // namespace cudacompat
