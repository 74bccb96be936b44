// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudacompat {

/// The folders where a Python environment keeps its packages, each once:
/// site-packages and dist-packages of (local/)lib(64)/python3.N, and
/// Lib/site-packages of Windows. `only`: "python3.11" (and "python3"), where
/// `root` may hold several; empty: all.
std::vector<std::string> site_packages_of(const std::string& root,
                                          std::string_view only = {});

}  // namespace cudacompat
