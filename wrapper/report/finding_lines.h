// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

/// "error[CC201]: message", then its reason where it is suppressed and its
/// fix, each a line of its own below it; all indented by `indent` blanks.
std::string finding_lines(const Finding& finding, std::size_t indent,
                          TextStyle style);

/// Findings about the groups themselves, one or two lines each.
void write_group_findings(const Sink& sink,
                          const std::vector<Finding>& findings,
                          TextStyle style);

}  // namespace cudacompat
