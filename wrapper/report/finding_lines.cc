#include "report/finding_lines.h"

#include <fmt/format.h>

#include "report/style.h"
#include "report/words.h"

namespace cudacompat {

std::string finding_lines(const Finding& finding, std::size_t indent,
                          TextStyle style) {
  const bool suppressed = !finding.suppressed.empty();
  const std::string word =
      suppressed ? painted("suppressed", Paint::faint, style.color)
                 : painted(to_string(finding.severity),
                           paint_of(finding.severity), style.color);
  const std::string blanks(indent, ' ');
  std::string out = fmt::format("{}{}[{}]: {}\n", blanks, word, finding.id,
                                printable(finding.message));
  if (suppressed) {
    out +=
        fmt::format("{}  reason: {}\n", blanks, printable(finding.suppressed));
  }
  if (!finding.cure.empty()) {
    out += fmt::format("{}  cure: {}\n", blanks, printable(finding.cure));
  }
  return out;
}

void write_class_findings(const Sink& sink,
                          const std::vector<Finding>& findings,
                          TextStyle style) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::note && !style.verbose) continue;
    sink(finding_lines(finding, 0, style));
  }
}

}  // namespace cudacompat
