// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/bytes/result.h"
#include "change/downgrade/patch.h"

namespace cudacompat {

/// A copy of a file, beside the place that it is meant for: put there by a
/// rename, or gone. A symbolic link at that place stays one; what it points to
/// is replaced.
class FileCopy {
 public:
  /// Nothing is made yet.
  explicit FileCopy(const std::string& out);
  FileCopy(const FileCopy&) = delete;
  FileCopy& operator=(const FileCopy&) = delete;
  ~FileCopy();

  const std::string& path() const { return path_; }

  /// An Error where `out` is something else than a regular file, or holds what
  /// a replaced file would lose: a signature or capabilities.
  Result<void> make(const std::string& original);
  /// The same, but empty.
  Result<void> make_empty(const std::string& original);
  Result<void> write(const std::vector<Patch>& patches);
  /// With the original's mode and the time of now.
  Result<void> place();

 private:
  std::string out_, path_;
  mode_t mode_ = 0;
  bool made_ = false;
};

}  // namespace cudacompat
