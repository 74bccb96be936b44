// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "ask/system/nvcc_text.h"
#include "base/bytes/result.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// The value of an environment variable; nullopt where it is not set.
using Environment =
    std::function<std::optional<std::string>(const std::string& name)>;
Environment system_environment();

/// A program of that name in a folder of PATH.
std::optional<std::string> find_in_path(const std::string& name,
                                        const Environment& environment);

/// The nvcc that a build here would use: `wanted` (a path, or a name to look
/// for in PATH) where it is not empty, else the first of CUDACOMPAT_NVCC,
/// CUDACXX (its first word), PATH, CUDA_HOME/bin, CUDA_PATH/bin and
/// /usr/local/cuda/bin. What was named outright, by `wanted`, CUDACOMPAT_NVCC
/// or CUDACXX, and is not there is an Error, never passed over.
Result<std::string> find_nvcc(const std::string& wanted,
                              const Environment& environment);

/// What an nvcc, ptxas or the like says to `--version`.
Result<NvccVersion> ask_release(
    const std::string& tool,
    std::chrono::milliseconds time_limit = std::chrono::seconds(20));

/// Asks an nvcc what it is: `--version`, then `--list-gpu-code`. Releases from
/// 13.0 on do not list their a and f architectures: those come from the
/// release's row of the tables. A release that has no row is asked alone: what
/// it lists, and the PTX ISA that the ptxas beside it reads.
/// Two runs of nvcc of about 2 ms each (13.0), so nothing is cached.
Result<ToolkitFacts> ask_toolkit(
    const std::string& nvcc,
    std::chrono::milliseconds time_limit = std::chrono::seconds(20));

}  // namespace cudacompat
