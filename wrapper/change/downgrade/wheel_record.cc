// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/wheel_record.h"

#include <charconv>
#include <set>

namespace cudacompat {
namespace {

/// RFC 4648's alphabet for URLs, without padding.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : hex) {
    std::uint32_t value = 0;
    std::from_chars(&digit, &digit + 1, value, 16);
    bits = bits << 4 | value;
    count += 4;
    if (count < 6) continue;
    count -= 6;
    out += kDigits[bits >> count & 63];
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 63];
  return out;
}

/// The first field of a CSV line, as it stands and without its quotes.
struct Field {
  std::string_view raw;
  std::string name;
};

Field first_field(std::string_view line) {
  if (!line.starts_with('"')) {
    const auto raw = line.substr(0, line.find(','));
    return {raw, std::string(raw)};
  }
  Field out;
  std::size_t at = 1;
  for (; at < line.size(); ++at) {
    if (line[at] == '"' && !line.substr(at + 1).starts_with('"')) break;
    if (line[at] == '"') ++at;
    out.name += line[at];
  }
  out.raw = line.substr(0, at + 1);
  return out;
}

}  // namespace

bool is_wheel_record(std::string_view member) {
  constexpr std::string_view kEnd = ".dist-info/RECORD";
  return member.ends_with(kEnd) &&
         member.find('/') == member.size() - std::string_view("/RECORD").size();
}

Result<std::string> updated_record(
    std::string_view record, const std::map<std::string, RecordRow>& changed) {
  std::string out;
  std::set<std::string> found;
  while (!record.empty()) {
    const std::size_t end = record.find('\n');
    const std::string_view row = record.substr(0, end);
    record.remove_prefix(end == std::string_view::npos ? record.size()
                                                       : end + 1);
    const Field field = first_field(row);
    const auto change = changed.find(field.name);
    if (change == changed.end()) {
      out += row;
    } else {
      found.insert(field.name);
      out += fmt::format("{},sha256={},{}{}", field.raw,
                         base64_of_hex(change->second.sha256),
                         change->second.size, row.ends_with('\r') ? "\r" : "");
    }
    if (end != std::string_view::npos) out += '\n';
  }
  for (const auto& [name, row] : changed) {
    if (!found.contains(name))
      return fail(Error::kNoOffset, "the wheel's RECORD does not list {}",
                  name);
  }
  return out;
}

}  // namespace cudacompat
