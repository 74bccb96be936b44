#pragma once

#include <string>

#include "report/report.h"

namespace cudacompat {

/// "error[CC201]: message", then its reason where it is suppressed and its
/// fix, each a line of its own below it; all indented by `indent` blanks.
std::string finding_lines(const Finding& finding, std::size_t indent,
                          TextStyle style);

}  // namespace cudacompat
