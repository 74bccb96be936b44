// SPDX-License-Identifier: Apache-2.0
#include "read/containers/ar.h"

#include <charconv>

#include "base/bytes/little_endian.h"

// member = name[16] mtime[12] uid[6] gid[6] mode[8] size[10] "`\n", all text
// padded with blanks; then the bytes (none in a thin archive, but for the
// tables), then '\n' where the size is odd. System V ABI, chapter 7; GNU
// binutils' documentation of thin archives; BSD ar(5).

namespace cudacompat {
namespace {

constexpr std::string_view kMagic = "!<arch>\n";
constexpr std::string_view kThinMagic = "!<thin>\n";
constexpr std::uint64_t kHeader = 60;
constexpr std::uint64_t kLongestName = 4096;

std::optional<std::uint64_t> parse_decimal(std::string_view text) {
  const auto end = text.find_last_not_of(' ');
  if (end == std::string_view::npos) return std::nullopt;
  std::uint64_t value = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + end + 1, value);
  if (error != std::errc{} || stop != text.data() + end + 1) {
    return std::nullopt;
  }
  return value;
}

bool is_symbol_table(std::string_view name) {
  return name == "/" || name == "/SYM64/" || name == "__.SYMDEF" ||
         name == "__.SYMDEF SORTED" || name == "__.SYMDEF_64";
}

}  // namespace

bool ArReader::is_archive(std::span<const std::byte> bytes) {
  return as_text(bytes).starts_with(kMagic) || is_thin(bytes);
}

bool ArReader::is_thin(std::span<const std::byte> bytes) {
  return as_text(bytes).starts_with(kThinMagic);
}

Result<std::string> ArReader::long_name(std::uint64_t at) {
  if (!names_) return fail(file_.base(), "archive has no table of long names");
  auto bytes = names_->window_up_to(at, kLongestName, "archive member name");
  if (!bytes) return tl::unexpected(bytes.error());
  std::string_view name = as_text(*bytes);
  name = name.substr(0, name.find('\n'));
  if (name.ends_with('/')) name.remove_suffix(1);
  return std::string(name.substr(0, name.find('\0')));
}

Result<std::optional<ArMember>> ArReader::next() {
  while (at_ < file_.size()) {
    const std::uint64_t here = at_;
    auto bytes = file_.window(here, kHeader, "archive member header");
    if (!bytes) return tl::unexpected(bytes.error());
    const std::string_view header = as_text(*bytes);
    const auto size = parse_decimal(header.substr(48, 10));
    if (header.substr(58) != "`\n" || !size) {
      return fail(file_.base() + here,
                  "archive member header is damaged; {} bytes are not read",
                  file_.size() - here);
    }
    std::string name(header.substr(0, 16));
    name.erase(name.find_last_not_of(' ') + 1);
    const bool table = is_symbol_table(name) || name == "//";
    const std::uint64_t stored = thin_ && !table ? 0 : *size;
    auto body = file_.slice(here + kHeader, stored, "archive member");
    if (!body) return tl::unexpected(body.error());
    at_ = here + kHeader + stored + (stored & 1);

    if (name == "//") names_ = *body;
    if (table) continue;
    std::uint64_t skip = 0;
    if (name.starts_with("#1/")) {
      const auto length = parse_decimal(std::string_view(name).substr(3));
      if (!length || *length > stored || *length > kLongestName) {
        return fail(file_.base() + here,
                    "archive member name of {} bytes, the member has {}",
                    length.value_or(0), stored);
      }
      auto text = body->window(0, *length, "archive member name");
      if (!text) return tl::unexpected(text.error());
      name = c_string_at(*text, 0);
      skip = *length;
      if (is_symbol_table(name)) continue;
    } else if (name.starts_with('/')) {
      // "/12:34" is a member of an archive inside a thin one.
      const std::string_view number = std::string_view(name).substr(1);
      const auto at = parse_decimal(number.substr(0, number.find(':')));
      if (!at) {
        return fail(file_.base() + here, "archive member name '{}' is damaged",
                    name);
      }
      auto text = long_name(*at);
      if (!text) return tl::unexpected(text.error());
      name = std::move(*text);
    } else if (name.ends_with('/')) {
      name.pop_back();
    }
    ArMember member;
    member.name = std::move(name);
    member.offset = thin_ ? 0 : body->base() + skip;
    member.size = *size - skip;
    return member;
  }
  return std::nullopt;
}

bool is_thin_archive(ByteSource& source) {
  const auto start = source.window_up_to(0, 8, "file");
  return start && ArReader::is_thin(*start);
}

}  // namespace cudacompat
