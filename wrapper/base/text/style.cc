// SPDX-License-Identifier: Apache-2.0
#include "base/text/style.h"

#include <fmt/format.h>

namespace cudacompat {

namespace {

std::string_view code(Paint paint) {
  switch (paint) {
    case Paint::good:
      return "\x1b[32m";
    case Paint::doubt:
      return "\x1b[33m";
    case Paint::bad:
      return "\x1b[31m";
    case Paint::strong:
      return "\x1b[1m";
    case Paint::faint:
      return "\x1b[2m";
    case Paint::plain:
      break;
  }
  return "";
}

}  // namespace

std::string colored(std::string_view text, Paint paint, bool color) {
  if (!color || paint == Paint::plain) return std::string(text);
  return fmt::format("{}{}\x1b[0m", code(paint), text);
}

std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++n;
  }
  return n;
}

std::string padded(std::string_view text, std::size_t width, Paint paint,
                   bool color) {
  std::string out = colored(text, paint, color);
  const std::size_t n = columns(text);
  if (n < width) out.append(width - n, ' ');
  return out;
}

}  // namespace cudacompat
