// SPDX-License-Identifier: Apache-2.0
#include "base/text/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudacompat {

namespace {

bool continues(std::string_view text, std::size_t i) {
  return i < text.size() &&
         (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
}

/// C0 and C1 control characters and bidirectional overrides.
bool is_control_or_bidi(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  return lead < 0x20 || lead == 0x7f ||
         (character >= "\xc2\x80" && character <= "\xc2\x9f") ||
         (character >= "\xe2\x80\xaa" && character <= "\xe2\x80\xae") ||
         (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const std::size_t n = lead < 0xc2   ? 0
                        : lead < 0xe0 ? 2
                        : lead < 0xf0 ? 3
                        : lead < 0xf5 ? 4
                                      : 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (!continues(text, i)) return 0;
  }
  if (n < 3) return n;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong =
      (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second >= 0xa0;
  const bool too_large = lead == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : n;
}

std::string_view first_character(std::string_view text) {
  const std::size_t n = utf8_length(text);
  const bool whole = n != 0 && !is_control_or_bidi(text.substr(0, n));
  return text.substr(0, whole ? n : 1);
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t n = utf8_length(text);
    const std::string_view first = text.substr(0, std::max<std::size_t>(n, 1));
    if (n == 0 || is_control_or_bidi(first)) {
      for (const char c : first) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    } else {
      out += first;
    }
    text.remove_prefix(first.size());
  }
  return out;
}

std::string pluralized(std::uint64_t n, std::string_view noun) {
  const std::string_view plural = noun.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : plural);
}

}  // namespace cudacompat
