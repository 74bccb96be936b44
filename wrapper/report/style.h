#pragma once

#include <string>
#include <string_view>

#include "model/outcome.h"
#include "verdict/verdict.h"

namespace cudacompat {

enum class Paint : unsigned char { plain, good, doubt, bad, strong, faint };

/// `text` in ANSI colours where `color` is on, else as it is.
std::string painted(std::string_view text, Paint paint, bool color);

/// `painted`, padded with blanks to `width` columns (colours take none).
std::string padded(std::string_view text, std::size_t width, Paint paint,
                   bool color);

/// Names in a table take at most this many columns; longer ones shift theirs.
inline constexpr std::size_t kMaxNameColumn = 50;

/// Columns that UTF-8 text takes, one a character.
std::size_t columns(std::string_view text);

Paint paint_of(Outcome outcome);
Paint paint_of(Severity severity);

}  // namespace cudacompat
