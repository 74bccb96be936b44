// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/fleet/found.h"
#include "base/bytes/result.h"

namespace cudacompat {

/// What nvidia-smi printed, also on standard output, instead of an answer, with
/// its cause and fix; nullopt: the line is not an error that we know.
std::optional<std::string> smi_error(std::string_view line);

/// "WDDM" and the like: what the value of "Driver Model" is on Windows.
bool is_windows_driver_model(std::string_view value);

/// A GPU that nvidia-smi sees and cannot ask.
bool is_lost_gpu(std::string_view line);

/// Adds the machine that nvidia-smi described; lost GPUs are reported. Without
/// a GPU the error is what nvidia-smi said, else `wanted`: what was looked for.
Result<void> add_smi_machine(const std::vector<std::string>& lines,
                             FoundMachine machine, std::string_view wanted,
                             Fleet& fleet);

}  // namespace cudacompat
