// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// A log in pieces that hold one message each, in constant memory: its lines,
/// what '\r' wrote over in a line, and the lines that JSON or Python escaped
/// (\n in quotes). Colours and control bytes are dropped. A line of more than
/// kLongest bytes comes in parts that overlap by kOverlap.
class LogPieces {
 public:
  explicit LogPieces(ByteSource& source) : source_(source) {}

  /// False at the end, or where something is wrong: see status().
  bool next();
  std::string_view text() const { return text_; }
  std::uint64_t line() const { return line_; }  // from 1
  /// The text is UTF-16, or it cannot be read.
  Result<void> status() const;

  static constexpr std::size_t kLongest = 64u << 10;
  static constexpr std::size_t kOverlap = 1u << 10;

 private:
  bool next_part();
  bool fill();
  std::string_view take_message();

  ByteSource& source_;
  std::uint64_t offset_ = 0;
  std::string held_;  // read, and not yet given out
  std::size_t at_ = 0;
  bool ended_ = false;
  bool at_line_start_ = true;
  std::string_view part_;  // of a line, the rest that is to be given out
  bool quoted_ = false;    // this line has a quote before part_
  std::uint64_t line_ = 0;
  std::string clean_;
  std::string_view text_;
  std::optional<Error> error_;
};

}  // namespace cudacompat
