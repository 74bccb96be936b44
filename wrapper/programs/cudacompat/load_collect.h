// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "programs/cudacompat/options.h"

namespace cudacompat {

/// `load-test --collect`: the reports of a folder as one; an ExitStatus.
int collect_loads(const std::string& folder, const Options& options,
                  bool require_gpu);

/// What a verdict of a load test makes of the exit status.
int load_status(std::string_view word);

}  // namespace cudacompat
