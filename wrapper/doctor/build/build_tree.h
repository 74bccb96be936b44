// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/arch.h"
#include "base/model/version.h"

namespace cudacompat {

/// A file of the tree that holds GPU code, and the toolkits whose cubins it
/// holds.
struct BuiltFile {
  std::string path;
  std::set<Version> toolkits;
};

/// A folder that CMake builds in: what CMake keeps from the day that it was
/// configured, what lies there now, and what its compiler is now.
struct BuildTree {
  std::string folder;     // as given, without a slash at the end
  std::string source;     // of the project
  std::string generator;  // "Ninja"
  std::string cmake;      // "3.25.1"

  std::string compiler;          // of CUDA; empty: CUDA is not compiled here
  std::string compiler_id;       // "NVIDIA"
  std::string compiler_version;  // "13.0.88", as CMake keeps it
  bool compiler_gone = false;    // there is no file of that name now
  std::string compiler_now;      // "13.5.37"; empty: it does not tell

  std::string architectures;  // CMAKE_CUDA_ARCHITECTURES; empty: not kept
  std::string native;         // what `native` was
  std::string torch_archs;    // TORCH_CUDA_ARCH_LIST
  std::string cudart;         // the CUDA runtime that was found, links followed
  std::string profile;        // CUDACOMPAT_PROFILE

  /// Objects with SASS, by the toolkit that made it.
  struct Made {
    std::uint64_t count = 0;
    std::string first;
  };
  std::map<Version, Made> objects;
  std::set<Arch> sass, ptx;      // in objects
  std::vector<BuiltFile> mixed;  // libraries and programs of several toolkits
  std::uint64_t files = 0;       // that were read for GPU code

  /// What could not be read, one line each.
  std::vector<std::string> problems;
  std::uint64_t problem_count = 0;
  static constexpr std::size_t kMaxProblems = 20;
  void problem(std::string line);

  /// Of the compiler: as CMake keeps it, and now. nullopt: not known.
  std::optional<Version> release_kept() const;
  std::optional<Version> release_now() const;
};

/// Reads CMakeCache.txt, what CMake keeps of the compiler (CMakeFiles/VERSION/
/// CMakeCUDACompiler.cmake) and the GPU code of objects, libraries and programs
/// in the folder, and asks the nvcc that it compiles with for its version; that
/// program is run, as a build would. Links and builds inside the build (folders
/// with a CMakeCache.txt of their own) are left alone. An Error where the
/// folder is none that CMake has configured.
Result<BuildTree> read_build_tree(const std::string& folder);

}  // namespace cudacompat
