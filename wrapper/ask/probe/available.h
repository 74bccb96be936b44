// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ask/system/nvcc.h"

namespace cudacompat {

/// A file that a program may load as its driver library.
struct LibcudaFile {
  enum class Kind : std::uint8_t { driver, cuda_compat, stub };
  std::string path;  // links are followed
  Kind kind = Kind::driver;
};
/// "driver", "cuda-compat", "stub"
std::string_view to_string(LibcudaFile::Kind kind);
/// By its folder, which is where packages put it.
LibcudaFile::Kind kind_of_libcuda(std::string_view path);

/// Each once: those of LD_LIBRARY_PATH, those of the loader's cache
/// (`cache`: what `ldconfig -p` prints), then cuda-compat and stubs of the
/// toolkits in `toolkits`, which only a path brings to a program.
std::vector<LibcudaFile> find_libcuda_files(
    const Environment& environment, std::string_view cache,
    const std::vector<std::string>& toolkits);
/// Of this machine: the toolkits of find_jit_compilers' places.
std::vector<LibcudaFile> available_libcudas();
/// What `ldconfig -p` prints here, asked once; empty: it cannot be run.
const std::string& loader_cache();

/// A tool that a build here would use.
struct BuildTool {
  std::string name, path;
  std::string release;  // "13.0.88"; empty: it does not tell
};
/// nvcc, the ptxas beside it and the one in PATH, the host compiler ("c++":
/// CUDAHOSTCXX, else g++ or c++ in PATH) and cmake.
std::vector<BuildTool> find_build_tools(const Environment& environment);

}  // namespace cudacompat
