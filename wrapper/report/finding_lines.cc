// SPDX-License-Identifier: Apache-2.0
#include "report/finding_lines.h"

#include <fmt/format.h>

#include "base/text/printable.h"
#include "base/text/style.h"
#include "report/verdict_colors.h"

namespace cudacompat {

std::string finding_lines(const Finding& finding, std::size_t indent,
                          TextStyle style) {
  const bool suppressed = !finding.suppressed.empty();
  const std::string word =
      suppressed ? colored("suppressed", Paint::faint, style.color)
                 : colored(to_string(finding.severity),
                           paint_of(finding.severity), style.color);
  const std::string blanks(indent, ' ');
  std::string out = fmt::format("{}{}[{}]: {}\n", blanks, word, finding.id,
                                printable(finding.message));
  if (suppressed) {
    out +=
        fmt::format("{}  reason: {}\n", blanks, printable(finding.suppressed));
  }
  if (!finding.fix.empty()) {
    out += fmt::format("{}  fix: {}\n", blanks, printable(finding.fix));
  }
  return out;
}

void write_group_findings(const Sink& sink,
                          const std::vector<Finding>& findings,
                          TextStyle style) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::note && !style.verbose) continue;
    sink(finding_lines(finding, 0, style));
  }
}

}  // namespace cudacompat
