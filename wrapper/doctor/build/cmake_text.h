// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudacompat {

/// A line of a file that CMake has written.
struct CMakeEntry {
  std::string name;
  std::string type;  // "FILEPATH"; empty: the file has none
  std::string value;
  friend bool operator==(const CMakeEntry&, const CMakeEntry&) = default;
};

/// NAME:TYPE=VALUE or "NAME":TYPE=VALUE of CMakeCache.txt, read as CMake
/// (Source/cmState.cxx, ParseCacheEntry) reads it: blanks at the end are none
/// of the value, and single quotes around it keep them. nullopt: a comment (#),
/// the help of an entry (//), a blank line, or nothing that CMake would take.
std::optional<CMakeEntry> parse_cache_line(std::string_view line);

/// set(NAME "VALUE") of CMakeCUDACompiler.cmake; nullopt: another line.
std::optional<CMakeEntry> parse_set_line(std::string_view line);

}  // namespace cudacompat
