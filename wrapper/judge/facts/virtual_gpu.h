// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cudacompat {

/// "NVIDIA A40-48C", "GRID T4-16Q": the name ends in a vGPU's profile.
bool is_virtual_gpu(std::string_view name);

}  // namespace cudacompat
