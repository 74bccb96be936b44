// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "judge/facts/artifact.h"

namespace cudacompat {

/// Whether a file of that name would be loaded, as a library or as device code.
bool is_named_as_library(std::string_view path);

/// Reads the files of one package that a program may load; each once, however
/// many names and links it has.
class DeviceFiles {
 public:
  /// `windows`: libraries are Windows files, which are not read, and that is
  /// reported each; else such files cannot be loaded and are passed over.
  DeviceFiles(Depth depth, bool windows) : depth_(depth), windows_(windows) {}

  /// nullopt: it holds no device code, or was read before. What cannot be read
  /// comes with a problem, where it is named as a library.
  std::optional<ArtifactFacts> read(const std::string& path);

 private:
  Result<bool> wanted(ByteSource& source, const std::string& path) const;

  Depth depth_;
  bool windows_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;  // device, inode
};

}  // namespace cudacompat
