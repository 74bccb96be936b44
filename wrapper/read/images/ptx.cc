// SPDX-License-Identifier: Apache-2.0
#include "read/images/ptx.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cudacompat {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

/// Cuts blanks and comments off the front.
void skip_blanks(std::string_view& text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      const auto end = text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    } else {
      return;
    }
  }
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '%' || c == '.';
}

/// The next run of name characters, behind blanks and comments.
std::string_view take_word(std::string_view& text) {
  skip_blanks(text);
  const auto end =
      std::find_if_not(text.begin(), text.end(), is_name_character);
  const auto n = static_cast<std::size_t>(end - text.begin());
  const std::string_view word = text.substr(0, n);
  text.remove_prefix(n);
  return word;
}

bool take_number(std::string_view& text, std::uint16_t& value) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// What .address_size says, behind the rest of a .target; empty: it is not
/// there.
std::string_view address_size(std::string_view text) {
  skip_blanks(text);
  while (text.starts_with(',')) {
    text.remove_prefix(1);
    take_word(text);
    skip_blanks(text);
  }
  return take_word(text) == ".address_size" ? take_word(text)
                                            : std::string_view{};
}

}  // namespace

bool is_ptx(std::string_view text) { return take_word(text) == ".version"; }

Result<PtxHeader> parse_ptx_header(std::string_view text,
                                   std::uint64_t offset) {
  PtxHeader header;
  if (take_word(text) != ".version") {
    return fail(offset, "PTX does not start with .version");
  }
  // "8.0" is one word: the dot is a name character.
  std::string_view isa = take_word(text);
  const std::string_view shown_isa = isa.substr(0, 16);
  const bool good = take_number(isa, header.isa.major) && isa.starts_with('.');
  if (good) isa.remove_prefix(1);
  if (!good || !take_number(isa, header.isa.minor) || !isa.empty()) {
    return fail(offset, "PTX .version '{}' is not a version like 8.0",
                shown_isa);
  }
  if (take_word(text) != ".target") {
    return fail(offset, "PTX has no .target behind its .version");
  }
  std::string_view target = take_word(text);
  const std::string_view shown_target = target.substr(0, 16);
  bool known = target.starts_with("sm_");
  if (known) target.remove_prefix(3);
  known = known && take_number(target, header.target.number);
  if (target == "a") {
    header.target.scope = ArchScope::exact;
  } else if (target == "f") {
    header.target.scope = ArchScope::family;
  } else if (!target.empty()) {
    known = false;
  }
  if (!known) {
    return fail(offset, "PTX .target '{}' is not a target like sm_90",
                shown_target);
  }
  if (address_size(text) == "32") {
    return fail(offset, "it is 32-bit PTX (.address_size 32)");
  }
  return header;
}

bool is_empty_ptx(std::string_view text) {
  // Header and debug information; any directive not named here may declare.
  constexpr std::array<std::string_view, 9> kHarmless = {
      ".version", ".target", ".address_size", ".file", ".section",
      ".b8",      ".b16",    ".b32",          ".b64"};
  while (!text.empty()) {
    skip_blanks(text);
    if (text.empty()) break;
    const std::string_view word = take_word(text);
    if (word.empty()) {
      text.remove_prefix(1);
    } else if (word.starts_with('.') && !word.starts_with(".debug_") &&
               std::find(kHarmless.begin(), kHarmless.end(), word) ==
                   kHarmless.end()) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> ptx_kernels(std::string_view text) {
  constexpr std::string_view kEntry = ".entry";
  std::vector<std::string> names;
  std::size_t at = 0;
  while ((at = text.find(kEntry, at)) != std::string_view::npos) {
    const std::size_t line = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const bool comment =
        text.substr(line, at - line).find("//") != std::string_view::npos;
    at += kEntry.size();
    std::string_view rest = text.substr(at);
    if (comment || rest.empty() || is_name_character(rest.front())) continue;
    names.emplace_back(take_word(rest));
  }
  return names;
}

}  // namespace cudacompat
