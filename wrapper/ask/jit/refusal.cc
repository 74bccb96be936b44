// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/text/split.h"

namespace cudacompat {
namespace {

/// Takes the first line off `text`.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// The number that `text` starts with, taken off it; 0: none.
std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// The name behind ".entry" or ".func" in a line that declares one. A .func
/// may have "(.param ...)" of what it returns first.
std::string declared_name(std::string_view line) {
  for (const std::string_view word : {".entry", ".func"}) {
    const auto at = line.find(word);
    if (at == std::string_view::npos) continue;
    std::string_view rest = trimmed(line.substr(at + word.size()));
    if (rest.starts_with('(')) {
      const auto close = rest.find(')');
      if (close == std::string_view::npos) return {};
      rest = trimmed(rest.substr(close + 1));
    }
    return std::string(rest.substr(0, rest.find_first_of(" \t(,;{")));
  }
  return {};
}

struct Position {
  std::string kernel;
  std::uint64_t file = 0, line = 0;  // of the .loc
};

/// Walks the text once and fills the places of all refusals.
void place(std::vector<Refusal>& refusals, std::string_view ptx) {
  std::multimap<std::uint64_t, Refusal*> wanted;
  for (Refusal& refusal : refusals)
    if (refusal.line != 0) wanted.emplace(refusal.line, &refusal);
  if (wanted.empty()) return;
  std::map<std::uint64_t, std::string> files;
  std::vector<std::pair<Refusal*, std::uint64_t>> sources;
  Position here;
  for (std::uint64_t number = 1; !ptx.empty(); ++number) {
    const std::string_view line = trimmed(take_line(ptx));
    if (line.starts_with(".file")) {
      std::string_view rest = trimmed(line.substr(5));
      const std::uint64_t file = take_number(rest);
      rest = trimmed(rest);
      if (rest.starts_with('"'))
        files[file] = rest.substr(1, rest.find('"', 1) - 1);
    } else if (line.starts_with(".loc")) {
      std::string_view rest = trimmed(line.substr(4));
      here.file = take_number(rest);
      rest = trimmed(rest);
      here.line = take_number(rest);
    } else if (auto name = declared_name(line); !name.empty()) {
      here = {std::move(name), 0, 0};
    }
    const auto [first, last] = wanted.equal_range(number);
    for (auto i = first; i != last; ++i) {
      i->second->kernel = here.kernel;
      if (here.line == 0) continue;
      i->second->source_line = here.line;
      sources.emplace_back(i->second, here.file);
    }
  }
  // ptxas takes .file lines at the end of the text.
  for (const auto& [refusal, file] : sources) {
    const auto name = files.find(file);
    if (name != files.end()) refusal->source = name->second;
  }
}

}  // namespace

std::string Refusal::text() const {
  std::string out;
  if (line != 0) out += fmt::format("PTX line {}", line);
  if (!kernel.empty())
    out += fmt::format("{}kernel {}", out.empty() ? "" : ", ", kernel);
  if (source_line != 0 && !source.empty())
    out += fmt::format(" ({}:{})", source, source_line);
  return out.empty() ? what : out + ": " + what;
}

std::vector<Refusal> parse_refusals(std::string_view log, std::string_view ptx,
                                    std::size_t most) {
  constexpr std::string_view kLine = ", line ";
  std::vector<Refusal> out;
  std::string_view left = log;
  while (!left.empty() && out.size() < most) {
    const std::string_view line = trimmed(take_line(left));
    const auto at = line.find(kLine);
    if (at == std::string_view::npos || !line.starts_with("ptxas")) continue;
    std::string_view rest = line.substr(at + kLine.size());
    Refusal refusal;
    refusal.line = take_number(rest);
    if (!rest.starts_with(';')) continue;
    const auto colon = rest.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view kind = trimmed(rest.substr(1, colon - 1));
    if (kind != "error" && kind != "fatal") continue;
    refusal.what = trimmed(rest.substr(colon + 1));
    const bool known =
        std::any_of(out.begin(), out.end(), [&](const Refusal& other) {
          return other.line == refusal.line && other.what == refusal.what;
        });
    if (!known) out.push_back(std::move(refusal));
  }
  if (out.empty()) {
    std::string_view text = log;
    std::string_view first;
    while (first.empty() && !text.empty()) first = trimmed(take_line(text));
    out.push_back(
        {std::string(first.empty() ? "it said nothing" : first), 0, {}, {}, 0});
  }
  place(out, ptx);
  return out;
}

bool is_version_refusal(std::string_view log) {
  return log.find("Unsupported .version") != std::string_view::npos;
}

}  // namespace cudacompat
