// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/verdict/finding.h"

namespace cudacompat {

/// The findings of one file as a compiler would print them:
/// "path: error: cudacompat[CC201]: message" and "  fix: ...". `path` is the
/// .cu where the caller knows it. Suppressed findings are left out.
std::string findings_text(std::string_view path,
                          const std::vector<Finding>& findings);

}  // namespace cudacompat
