// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/version.h"

namespace cudacompat {

struct DroppedHint {
  std::string name;        // "used_bytes_mask"
  std::uint64_t line = 0;  // of the text, from 1
};

struct DowngradedText {
  /// As long as the text that it was made of, line by line: dropped hints are
  /// blanks.
  std::string text;
  /// The old text without the same hints: what the machine code of `text` is
  /// held against.
  std::string reference;
  std::vector<DroppedHint> dropped;
};

/// Sets the `.version` of a PTX text to `isa` and drops the hints that came
/// later (downgrade/hints.h); a `.pragma` that holds anything else stays whole.
/// An Error where the header cannot be read, `isa` is not below the text's own
/// or is below the minimum ISA of its `.target`, the number has no room, or a
/// second module follows.
Result<DowngradedText> downgrade_text(std::string_view text, Version isa);

/// The text without comments, blanks at the ends of lines and blank lines: the
/// same to an assembler, and shorter.
std::string without_comments(std::string_view text);

}  // namespace cudacompat
