// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cudacompat {

struct TextStyle {
  bool color = false;    // ANSI colours
  bool verbose = false;  // every container of a finding, not only the first
};

enum class Paint : unsigned char { plain, good, doubt, bad, strong, faint };

/// `text` in ANSI colours where `color` is on, else as it is.
std::string colored(std::string_view text, Paint paint, bool color);

/// `painted`, padded with blanks to `width` columns (colours take none).
std::string padded(std::string_view text, std::size_t width, Paint paint,
                   bool color);

/// Names in a table take at most this many columns; longer ones shift theirs.
inline constexpr std::size_t kMaxNameColumn = 50;

/// Columns that UTF-8 text takes, one a character.
std::size_t columns(std::string_view text);

}  // namespace cudacompat
