// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/downgrade_text.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "change/downgrade/hints.h"
#include "judge/facts/tables.h"
#include "read/images/ptx.h"

namespace cudacompat {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' ||
         c == '\f';
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '$' || c == '%' || c == '.';
}

/// Walks a text over comments and strings.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  bool end() const { return at_ >= text_.size(); }
  char here() const { return text_[at_]; }
  bool starts(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }
  void to(std::size_t at) { at_ = at; }
  void step() { ++at_; }

  /// The end of the comment that starts here; at() where none does.
  std::size_t comment_end() const {
    if (starts("//")) {
      const auto end = text_.find('\n', at_);
      return end == std::string_view::npos ? text_.size() : end;
    }
    if (starts("/*")) {
      const auto end = text_.find("*/", at_ + 2);
      return end == std::string_view::npos ? text_.size() : end + 2;
    }
    return at_;
  }
  /// The end of the string that starts here; at() where none does.
  std::size_t string_end() const {
    if (here() != '"') return at_;
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '"') {
        return i + 1;
      }
    }
    return text_.size();
  }
  void skip_blanks_and_comments() {
    while (!end()) {
      if (is_blank(here())) {
        step();
      } else if (const auto next = comment_end(); next != at_) {
        to(next);
      } else {
        return;
      }
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// The names in a `.pragma "a", "b 0x3";` that starts at `walk`, which is left
/// behind its ';'. Empty where it is not such a list.
std::vector<std::string> pragma_names(Walk& walk, std::string_view text) {
  walk.to(walk.at() + std::string_view(".pragma").size());
  std::vector<std::string> names;
  for (;;) {
    walk.skip_blanks_and_comments();
    if (walk.end() || walk.here() != '"') return {};
    const std::size_t close = walk.string_end();
    std::string_view inside = text.substr(walk.at() + 1);
    inside = inside.substr(0, close - walk.at() - 2);
    const auto is_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const auto first = std::find_if_not(inside.begin(), inside.end(), is_blank);
    const auto last = std::find_if_not(first, inside.end(), is_name);
    names.emplace_back(first, last);
    walk.to(close);
    walk.skip_blanks_and_comments();
    if (walk.end()) return {};
    const char next = walk.here();
    walk.step();
    if (next == ';') return names;
    if (next != ',') return {};
  }
}

/// Whether all of a pragma may go: hints that `isa` does not have.
bool droppable(const std::vector<std::string>& names, Version isa) {
  return !names.empty() && std::ranges::all_of(names, [&](const auto& name) {
    const HintRow* const hint = find_hint(name);
    return hint != nullptr && hint->since > isa;
  });
}

/// Where the number of the first ".version" stands: [begin, end).
std::pair<std::size_t, std::size_t> version_number(std::string_view text) {
  Walk walk(text);
  walk.skip_blanks_and_comments();
  walk.to(walk.at() + std::string_view(".version").size());
  walk.skip_blanks_and_comments();
  const std::size_t begin = walk.at();
  while (!walk.end() && is_word(walk.here())) walk.step();
  return {begin, walk.at()};
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    if (text[i] != '\n') text[i] = ' ';
}

}  // namespace

Result<DowngradedText> downgrade_text(std::string_view text, Version isa) {
  const auto header = parse_ptx_header(text, 0);
  if (!header) return tl::unexpected(header.error());
  if (isa >= header->isa) {
    return fail(0, "it is PTX {}, not above {}", to_string(header->isa),
                to_string(isa));
  }
  const ArchRow* const row = find_arch(header->target);
  if (row == nullptr) {
    return fail(0, "no table knows its .target sm_{}",
                to_string(header->target));
  }
  if (isa < row->min_ptx) {
    return fail(0, "its .target sm_{} exists from PTX {} on, {} is wanted",
                to_string(header->target), to_string(row->min_ptx),
                to_string(isa));
  }
  const auto [begin, end] = version_number(text);
  std::string number = to_string(isa);
  if (number.size() > end - begin) {
    return fail(begin, "{} has no room where {} stands", number,
                text.substr(begin, end - begin));
  }
  number.resize(end - begin, ' ');

  DowngradedText out;
  out.reference = text;
  Walk walk(text);
  std::uint64_t line = 1;
  std::size_t counted = 0;
  while (!walk.end()) {
    if (const auto next = walk.comment_end(); next != walk.at()) {
      walk.to(next);
    } else if (walk.here() == '"') {
      walk.to(walk.string_end());
    } else if (!is_word(walk.here())) {
      walk.step();
    } else {
      const std::size_t start = walk.at();
      while (!walk.end() && is_word(walk.here())) walk.step();
      const std::string_view word = text.substr(start, walk.at() - start);
      if (word == ".version" && walk.at() > end) {
        return fail(start, "it holds more than one module (a second .version)");
      }
      if (word != ".pragma") continue;
      walk.to(start);
      const auto names = pragma_names(walk, text);
      if (!droppable(names, isa)) continue;
      line += static_cast<std::uint64_t>(
          std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                     text.begin() + static_cast<std::ptrdiff_t>(start), '\n'));
      counted = start;
      for (const std::string& name : names) out.dropped.push_back({name, line});
      blank(out.reference, start, walk.at());
    }
  }
  out.text = out.reference;
  out.text.replace(begin, number.size(), number);
  return out;
}

std::string without_comments(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const auto end_line = [&out] {
    while (!out.empty() && is_blank(out.back()) && out.back() != '\n')
      out.pop_back();
    if (!out.empty() && out.back() != '\n') out += '\n';
  };
  Walk walk(text);
  while (!walk.end()) {
    if (const auto next = walk.comment_end(); next != walk.at()) {
      walk.to(next);
      out += ' ';  // what stood on both sides stays apart
    } else if (const auto close = walk.string_end(); close != walk.at()) {
      out += text.substr(walk.at(), close - walk.at());
      walk.to(close);
    } else if (walk.here() == '\n') {
      end_line();
      walk.step();
    } else {
      out += walk.here();
      walk.step();
    }
  }
  end_line();
  return out;
}

}  // namespace cudacompat
