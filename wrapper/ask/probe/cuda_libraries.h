// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/system/nvcc.h"

namespace cudacompat {

/// CUDA majors whose NVRTC (libnvrtc.so.12) programs can open, ascending: in
/// LD_LIBRARY_PATH, in the loader's cache (`cache`: what `ldconfig -p` prints)
/// in the folders lib64 of `toolkits`, and in `folders`.
std::vector<std::uint16_t> cuda_library_majors(
    const Environment& environment, std::string_view cache,
    const std::vector<std::string>& toolkits,
    const std::vector<std::string>& folders);
/// Of this machine, its toolkits being those of find_jit_compilers' places, and
/// of folders beside (of a Python environment).
std::vector<std::uint16_t> available_cuda_majors(
    const std::vector<std::string>& folders);

}  // namespace cudacompat
