// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace cudacompat {

/// A folder for files that other code or a child process reads and writes, in
/// $TMPDIR; gone with all that is in it at the end.
class WorkFolder {
 public:
  WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();

  bool made() const { return made_; }
  std::string file(const std::string& name) const {
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
  bool made_ = false;
};

}  // namespace cudacompat
