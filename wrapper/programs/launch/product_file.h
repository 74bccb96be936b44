// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace cudacompat {

/// What stat says of a path: enough to tell whether a command wrote it.
struct FileStamp {
  bool regular = false;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // ns
  std::int64_t changed = 0;   // ns; a hard link made again changes only this
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
FileStamp stamp_of(const std::string& path);

/// Renames PATH to PATH.rejected (replacing an older one), so that no build
/// tool takes it for good; deletes it where it cannot be renamed. Says what
/// became of it: "x.o moved to x.o.rejected".
std::string quarantine(const std::string& path);

}  // namespace cudacompat
