// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/bytes/result.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// The toolkit that --toolkit ("13.0") or --nvcc (a path) names, else the nvcc
/// available. Both empty and no nvcc there: an Error that says what to name.
Result<ToolkitFacts> choose_toolkit(const std::string& release,
                                    const std::string& nvcc);

}  // namespace cudacompat
