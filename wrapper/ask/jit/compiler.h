// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/bytes/byte_source.h"
#include "base/model/version.h"

namespace cudacompat {

/// A libnvJitLink: the JIT compiler that a driver of the same CUDA release
/// carries.
struct JitCompiler {
  Version cuda;      // 12.4
  std::string path;  // of the library
  std::string from;  // where it was found: "cache", "toolkit", "site-packages"
};

/// Whether NVIDIA published the libnvJitLink of a CUDA release: from 12.0 on,
/// and not for 12.7, a release of drivers alone. A release that the tables do
/// not know is taken to have one.
bool jit_compiler_is_published(Version cuda);

/// The oldest release that reads a PTX ISA and whose compiler was published:
/// 12.8 for 8.6, which is 12.7's. The newest release where none is known to.
Version first_jit_compiler(Version ptx_isa);

/// The release of a libnvJitLink, read from the file and nothing run: the
/// newest X_Y of its exported __nvJitLinkCreate_X_Y (so in the PyPI wheels of
/// 12.0 to 13.5). An Error where the file exports none.
Result<Version> nvjitlink_release(const std::string& path);

/// Folders that libnvJitLink is looked for in, first to last.
struct JitPlaces {
  std::string cache;                  // <cache>/jit/12.4/libnvJitLink.so.12
  std::vector<std::string> toolkits;  // /usr/local/cuda, /usr/local/cuda-*
  std::vector<std::string> site_packages;  // .../site-packages
};
/// Our cache folder: CUDACOMPAT_CACHE, XDG_CACHE_HOME/cudacompat or
/// HOME/.cache/cudacompat; empty where none is set.
std::string system_cache();

/// By the environment: system_cache(); CUDA_HOME, CUDA_PATH, the toolkit of the
/// nvcc that a build would use (find_nvcc) and /usr/local/cuda*; VIRTUAL_ENV,
/// CONDA_PREFIX and the user's and system's site-packages.
JitPlaces system_jit_places();

/// One compiler a release, ascending; where a release is found twice the first
/// place wins. Files that are not libnvJitLink are passed over.
std::vector<JitCompiler> find_jit_compilers(const JitPlaces& places);

}  // namespace cudacompat
