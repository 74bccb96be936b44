// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "judge/facts/tables.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// The newest PyTorch whose kernels load on each driver_case of a group as
/// SASS, and whose CUDA runtime its driver takes, judged as a file would be.
/// Among CUDA tags of one release, the newest. `python`: what it is to run in;
/// nullopt: a new one. nullopt: no row of the table is sure.
std::optional<TorchWheelRow> newest_torch_for(
    const JudgedGroup& machine, std::optional<Version> python = {});

/// "pip install torch==2.9.1 --index-url
/// https://download.pytorch.org/whl/cu126"
std::string pip_command(const TorchWheelRow& wheel);

}  // namespace cudacompat
