#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/nvcc.h"

namespace cudacompat {

/// CUDA majors whose NVRTC (libnvrtc.so.12) programs can open, ascending: in
/// LD_LIBRARY_PATH, in the loader's cache (`cache`: what `ldconfig -p` prints)
/// and in the folders lib64 of `toolkits`.
std::vector<std::uint16_t> cuda_library_majors(
    const Environment& environment, std::string_view cache,
    const std::vector<std::string>& toolkits);
/// Of this machine: the toolkits of find_jit_compilers' places.
std::vector<std::uint16_t> cuda_library_majors_at_hand();

}  // namespace cudacompat
