// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ask/frameworks/environment.h"
#include "base/json/json_writer.h"

namespace cudacompat {

/// The environment that `probe` reads: `--env`, else the active one.
/// nullopt: there is none, or (a message has been written, and `status` is
/// what to exit with) it cannot be read.
std::optional<PythonEnvironment> probed_python(const std::string& env,
                                               bool quiet, int& status);

}  // namespace cudacompat
