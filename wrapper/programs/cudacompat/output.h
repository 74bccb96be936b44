// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/bytes/result.h"
#include "base/text/sink.h"

namespace cudacompat {

/// Where a report goes: standard output, or a file that appears only when it
/// is whole (written beside, then renamed). A reader that goes away (EPIPE) is
/// no error: `sink` then returns false and what is left is dropped.
class Output {
 public:
  Output() = default;
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// "" and "-" are standard output. What exists and is not a regular file
  /// (/dev/null, a pipe) is written to as it is.
  Result<void> open(const std::string& path);
  /// Valid as long as this object.
  Sink sink();
  /// Writes what is buffered and puts the file in its place.
  Result<void> commit();
  bool is_terminal() const;

 private:
  bool put(std::string_view text);
  void flush();

  int fd_ = 1;
  std::string path_;       // where it is to be
  std::string temporary_;  // where it is written; empty: fd_ is path_ itself
  std::string buffer_;
  bool gone_ = false;
  int error_ = 0;
};

}  // namespace cudacompat
