// SPDX-License-Identifier: Apache-2.0
#include "base/text/split.h"

#include <algorithm>
#include <charconv>

namespace cudacompat {
namespace {

constexpr std::string_view kBlanks = " \t\r";

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(trimmed(text.substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end =
        std::min(text.find_first_of(kBlanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::optional<std::string_view> value_after(std::string_view text,
                                            std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text = trimmed(text.substr(at + key.size()));
  std::size_t end = text.find_first_of("\t|");
  end = std::min({end, text.find("  "), text.size()});
  return trimmed(text.substr(0, end));
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::uint64_t number_or(std::string_view text, std::uint64_t otherwise) {
  std::uint64_t value = otherwise;
  if (is_number(text)) {
    std::from_chars(text.data(), text.data() + text.size(), value);
  }
  return value;
}

}  // namespace cudacompat
