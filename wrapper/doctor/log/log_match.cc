// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_match.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/text/split.h"
#include "doctor/log/log_code.h"

namespace cudacompat {
namespace {

/// Stands for no row: a word that an error number may follow.
constexpr std::size_t kCodeWord = ~std::size_t{0};

std::uint32_t start_of(const char* text) {
  std::uint32_t start = 0;
  std::memcpy(&start, text, sizeof start);
  return start;
}

std::size_t bit_of(std::uint32_t start) { return (start * 0x9e3779b1u) >> 16; }

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

/// Whether the pieces of `pattern`, with gaps, stand behind `at`.
bool stand_behind(std::string_view lower, std::size_t at,
                  std::string_view pattern) {
  while (!pattern.empty()) {
    const std::size_t star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    const std::size_t found = lower.substr(at, kFarthest).find(piece);
    if (found == std::string_view::npos) return false;
    at += found + piece.size();
    pattern.remove_prefix(std::min(star, pattern.size() - 1) + 1);
  }
  return true;
}

/// Whether a word of C at `at` is quoted code, not an error that occurred:
/// "case cudaErrorX:", "err == cudaErrorX", "cudaErrorX = 222".
bool is_quoted_code(std::string_view lower, std::size_t at, std::size_t size) {
  const std::size_t end = at + size;
  if (end < lower.size() && is_word(lower[end])) return true;  // a longer word
  constexpr std::size_t kLongestName = 100;
  const std::size_t first = at > kLongestName ? at - kLongestName : 0;
  while (at > first && (is_word(lower[at - 1]) || lower[at - 1] == ':' ||
                        lower[at - 1] == '.')) {
    --at;
  }
  const auto blank = [](char c) { return c == ' '; };
  while (at > first && blank(lower[at - 1])) --at;
  const std::string_view before = lower.substr(0, at);
  for (const std::string_view word :
       {"==", "!=", "case", "#define", "enumeration value '"}) {
    if (before.ends_with(word)) return true;
  }
  std::size_t behind = end;
  while (behind < lower.size() && blank(lower[behind])) ++behind;
  const std::string_view rest = lower.substr(behind);
  return rest.starts_with('=') ||
         (before.ends_with("return") && rest.starts_with(';'));
}

/// Whether the line only speaks of it: 'if you see "X"', or a test that passed:
/// 'checking that "X" is explained ... ok'.
bool is_spoken_of(std::string_view lower, std::size_t at) {
  const std::string_view before = lower.substr(0, at);
  if (before.ends_with("if you see \"") || before.ends_with("if you see ")) {
    return true;
  }
  const std::string_view line = trimmed(lower);
  return (before.ends_with('"') || before.ends_with('\'')) &&
         (line.ends_with("... ok") || line.ends_with(" passed"));
}

}  // namespace

SymptomFinder::SymptomFinder() {
  const auto rows = symptom_table();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const std::string_view text : rows[i].texts) {
      if (!text.empty()) add(text, i);
    }
  }
  for (const std::string_view word : code_words()) add(word, kCodeWord);
}

void SymptomFinder::add(std::string_view text, std::size_t row) {
  const std::uint32_t start = start_of(text.data());
  by_start_[start].push_back(needles_.size());
  starts_.set(bit_of(start));
  const std::size_t star = text.find('*');
  Needle needle{text.substr(0, star), {}, row, true};
  if (star != std::string_view::npos) needle.rest = text.substr(star + 1);
  needle.of_c = std::all_of(text.begin(), text.end(), is_word);
  needles_.push_back(needle);
}

std::string_view SymptomFinder::lowercased(std::string_view text) {
  lower_.resize(text.size());
  std::transform(text.begin(), text.end(), lower_.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower_;
}

const std::vector<RowMatch>& SymptomFinder::find(std::string_view text,
                                                 std::string_view lower) {
  found_.clear();
  const auto rows = symptom_table();
  const auto take = [this](const SymptomRow* row, std::size_t at) {
    const bool known =
        std::any_of(found_.begin(), found_.end(),
                    [row](const RowMatch& m) { return m.row == row; });
    if (!known) found_.push_back({row, at});
  };
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= lower.size(); ++at) {
    const std::uint32_t start = start_of(lower.data() + at);
    if (!starts_.test(bit_of(start))) continue;
    const auto those = by_start_.find(start);
    if (those == by_start_.end()) continue;
    for (const std::size_t i : those->second) {
      const Needle& needle = needles_[i];
      if (!lower.substr(at).starts_with(needle.head) ||
          !stand_behind(lower, at + needle.head.size(), needle.rest)) {
        continue;
      }
      if (needle.row == kCodeWord) {
        if (const auto* row = row_of_code(text, lower, at, needle.head)) {
          take(row, at);
        }
        continue;
      }
      if (needle.of_c && is_quoted_code(lower, at, needle.head.size())) {
        continue;
      }
      if (is_spoken_of(lower, at)) continue;
      take(&rows[needle.row], at);
    }
  }
  std::sort(found_.begin(), found_.end(),
            [](const RowMatch& a, const RowMatch& b) { return a.row < b.row; });
  return found_;
}

}  // namespace cudacompat
