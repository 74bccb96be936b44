// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// The lines of a source, one at a time, whatever its size. A byte order mark
/// and '\r' are dropped.
class LineReader {
 public:
  explicit LineReader(ByteSource& source) : source_(source) {}

  /// False at the end, or where something is wrong: see status().
  bool next();
  std::string_view line() const { return line_; }
  /// The text is UTF-16, a line is longer than a window, or it cannot be read.
  Result<void> status() const;

 private:
  ByteSource& source_;
  std::uint64_t offset_ = 0;
  std::string_view rest_;  // of the window
  std::string joined_;     // a line that crosses windows
  std::string_view line_;
  std::optional<Error> error_;
};

/// The error for text in UTF-16, which `>` of PowerShell writes; nullopt: it
/// is not.
std::optional<Error> utf16_error(std::string_view start);

/// The start of a text, by which its kind is recognized.
Result<std::string> head_of(ByteSource& source);
bool is_json(std::string_view head);

/// All of a text that describes one machine, in lines.
Result<std::vector<std::string>> lines_of(ByteSource& source);

}  // namespace cudacompat
