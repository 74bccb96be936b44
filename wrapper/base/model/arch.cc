// SPDX-License-Identifier: Apache-2.0
#include "base/model/arch.h"

#include <charconv>

namespace cudacompat {
namespace {

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

Result<Arch> parse_arch(std::string_view text) {
  std::string_view rest = text;
  if (!take_prefix(rest, "sm_")) take_prefix(rest, "compute_");
  Arch arch;
  if (rest.ends_with('a')) arch.scope = ArchScope::exact;
  if (rest.ends_with('f')) arch.scope = ArchScope::family;
  if (arch.scope != ArchScope::base) rest.remove_suffix(1);
  const char* const end = rest.data() + rest.size();
  const auto [next, error] = std::from_chars(rest.data(), end, arch.number);
  if (error != std::errc{} || next != end || rest.size() < 2 ||
      rest.size() > 3 || rest.front() == '0')
    return fail(Error::kNoOffset,
                "'{}' is not an architecture; allowed: two or three digits "
                "and an optional a or f, as in 90, 90a, 120f",
                text);
  return arch;
}

std::string to_string(Arch arch) {
  const std::string_view suffix = arch.scope == ArchScope::exact    ? "a"
                                  : arch.scope == ArchScope::family ? "f"
                                                                    : "";
  return fmt::format("{}{}", arch.number, suffix);
}

Result<Cc> parse_cc(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) {
    if (const auto arch = parse_arch(text);
        arch && arch->scope == ArchScope::base)
      return fail(Error::kNoOffset,
                  "'{}' is not a compute capability; did you mean {}?", text,
                  cc_to_string(arch->number));
    return fail(Error::kNoOffset,
                "'{}' is not a compute capability; allowed: MAJOR.MINOR, as in "
                "8.9 or 12.1",
                text);
  }
  std::uint16_t major = 0;
  std::uint16_t minor = 0;
  const char* const begin = text.data();
  const char* const middle = begin + dot;
  const char* const end = begin + text.size();
  const auto first = std::from_chars(begin, middle, major);
  const auto second = std::from_chars(middle + 1, end, minor);
  if (first.ec != std::errc{} || first.ptr != middle ||
      second.ec != std::errc{} || second.ptr != end || minor > 9 ||
      end - middle != 2 || major < 1 || major > 99)
    return fail(Error::kNoOffset,
                "'{}' is not a compute capability; allowed: MAJOR.MINOR, as in "
                "8.9 or 12.1",
                text);
  return static_cast<Cc>(major * 10 + minor);
}

std::string cc_to_string(Cc cc) {
  return fmt::format("{}.{}", cc / 10, cc % 10);
}

}  // namespace cudacompat
