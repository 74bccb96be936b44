// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cudacompat {

/// Shell pattern (fnmatch: * ? [a-z]; * also crosses '/') against the whole
/// text, or against its tail after a '/': "lib/*.so" names "build/lib/x.so"
/// too, "*.so" any shared library.
bool glob_matches(const std::string& pattern, const std::string& text);

}  // namespace cudacompat
