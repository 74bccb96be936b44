// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ask/jit/compiler.h"

namespace cudacompat {

/// Copies a libnvJitLink to <cache>/jit/<release>/, whole or not at all; one
/// that is there is replaced. An Error where the file is none, or the cache
/// cannot be written.
Result<JitCompiler> add_jit_compiler(const std::string& cache,
                                     const std::string& library);

/// Gets the libnvJitLink of a release (12.0 and newer) from PyPI into the
/// cache, by `python3 -m pip`, which checks the hashes that the index gives,
/// goes on where a download was cut, and shows its progress on our standard
/// error. The package is nvidia-nvjitlink-cu12, from 13.0 on nvidia-nvjitlink.
/// Where the cache has the release already nothing is fetched. Two fetches of
/// one release wait for each other.
Result<JitCompiler> fetch_jit_compiler(const std::string& cache,
                                       Version release);

}  // namespace cudacompat
