// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "judge/facts/tables.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// The snapshot of the oldest driver, which decides what suits a class.
const DriverCase& oldest(const JudgedGroup& judged);

/// The toolkit of that release makes SASS for the GPU.
bool makes_code_for(const DriverCase& machine, const ReleaseRow& release);

/// Builds with CUDA of that major may serve the class: its drivers run them,
/// and the major's toolkits, and with them its NVRTC, make code for the GPU.
bool major_suits(std::uint16_t cuda_major, const JudgedGroup& judged);

}  // namespace cudacompat
