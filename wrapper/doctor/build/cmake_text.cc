// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/cmake_text.h"

#include "base/text/split.h"

namespace cudacompat {
namespace {

/// A name in double quotes may hold ':' and '='; another may not. Leaves what
/// follows it.
std::optional<std::string_view> take_name(std::string_view& rest) {
  if (rest.starts_with('"')) {
    const std::size_t end = rest.find('"', 1);
    if (end != std::string_view::npos && rest.substr(end).starts_with("\":")) {
      const std::string_view name = rest.substr(1, end - 1);
      rest.remove_prefix(end + 2);
      return name;
    }
  }
  const std::size_t end = rest.find_first_of(":=");
  if (end == std::string_view::npos || rest[end] == '=') return std::nullopt;
  const std::string_view name = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return name;
}

}  // namespace

std::optional<CMakeEntry> parse_cache_line(std::string_view line) {
  std::string_view rest = trimmed(line);
  if (rest.starts_with('#') || rest.starts_with("//")) return std::nullopt;
  const auto name = take_name(rest);
  const std::size_t equals = rest.find('=');
  if (!name || equals == std::string_view::npos) return std::nullopt;
  std::string_view value = rest.substr(equals + 1);
  if (value.size() >= 2 && value.front() == '\'' && value.back() == '\'') {
    value = value.substr(1, value.size() - 2);
  }
  return CMakeEntry{std::string(*name), std::string(rest.substr(0, equals)),
                    std::string(value)};
}

std::optional<CMakeEntry> parse_set_line(std::string_view line) {
  std::string_view rest = trimmed(line);
  if (!take_prefix(rest, "set(")) return std::nullopt;
  const std::size_t blank = rest.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  CMakeEntry entry;
  entry.name = rest.substr(0, blank);
  rest = trimmed(rest.substr(blank));
  if (!take_prefix(rest, "\"")) return std::nullopt;
  for (std::size_t at = 0; at < rest.size(); ++at) {
    if (rest[at] == '"') return entry;
    if (rest[at] == '\\' && ++at == rest.size()) break;
    entry.value += rest[at];
  }
  return std::nullopt;  // no quote at the end
}

}  // namespace cudacompat
