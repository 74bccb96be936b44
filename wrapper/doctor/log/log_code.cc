// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_code.h"

#include <algorithm>
#include <charconv>

namespace cudacompat {
namespace {

constexpr std::string_view kWords[] = {"error",        "code",     "failure",
                                       "init failure", "returned", "curesult",
                                       "] call to cu", " err"};
/// A CUDA word must stand at most so far before the number's word, so that no
/// status of a download or of a process counts.
constexpr std::size_t kNear = 300;
/// The same for numbers that HTTP has too.
constexpr std::size_t kNext = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
/// Part of a path, a URL, a package or an option.
bool joins(char c) {
  return std::string_view("/\\.-:@").find(c) != std::string_view::npos;
}

/// "cuda" as a word or as the start of one ("cudaMalloc"), or a call of the
/// driver API ("cuInit"): where the last ends; npos: there is none.
std::size_t end_of_cuda_word(std::string_view text, std::string_view lower) {
  for (std::size_t at = lower.rfind("cu"); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : lower.rfind("cu", at - 1)) {
    const bool call = at + 2 < text.size() && text[at] == 'c' &&
                      text[at + 2] >= 'A' && text[at + 2] <= 'Z';
    if (!call && lower.substr(at, 4) != "cuda") continue;
    if (at > 0 && (is_word(text[at - 1]) || joins(text[at - 1]))) continue;
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end + 1 < text.size() && joins(text[end]) && text[end + 1] != ' ' &&
        text[end] != ':') {
      continue;
    }
    return end;
  }
  return std::string_view::npos;
}

/// The word before `at`, in lower case.
std::string_view word_before(std::string_view lower, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && !is_word(lower[end - 1])) --end;
  std::size_t start = end;
  while (start > 0 && is_word(lower[start - 1])) --start;
  return lower.substr(start, end - start);
}

/// A number may end a sentence or be followed by where it happened.
bool ends_number(std::string_view rest) {
  if (rest.empty()) return true;
  if (rest[0] == '.') return rest.size() == 1 || !is_word(rest[1]);
  if (rest[0] != ' ') {
    return std::string_view(",:;)]>('\"").find(rest[0]) !=
           std::string_view::npos;
  }
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  if (rest.empty() || !is_letter(rest[0])) return true;
  for (const std::string_view word :
       {"at ", "in ", "on ", "from ", "while ", "when ", "during ", "calling ",
        "line ", "vs", "the provided"}) {
    if (rest.starts_with(word)) return true;
  }
  return false;
}

bool is_http_like(std::uint16_t code) {
  return code == 100 || code == 101 || code == 200 ||
         (code >= 300 && code < 304) || code == 500 || code < 100;
}

const SymptomRow* row_of_number(std::string_view digits) {
  std::uint16_t code = 0;
  const auto parsed =
      std::from_chars(digits.data(), digits.data() + digits.size(), code);
  if (parsed.ec != std::errc{} || code == 0) return nullptr;
  for (const SymptomRow& row : symptom_table()) {
    if (row.code == code || row.old_code == code) return &row;
  }
  return nullptr;
}

}  // namespace

std::span<const std::string_view> code_words() { return kWords; }

const SymptomRow* row_of_code(std::string_view text, std::string_view lower,
                              std::size_t at, std::string_view word) {
  // numba: "[222] Call to cuLinkAddData results in UNKNOWN_CUDA_ERROR"
  if (word.starts_with(']')) {
    std::size_t digits = at;
    while (digits > 0 && is_digit(lower[digits - 1])) --digits;
    const bool opened = digits > 0 && lower[digits - 1] == '[';
    return opened ? row_of_number(lower.substr(digits, at - digits)) : nullptr;
  }
  std::size_t end = at + word.size();
  if (word == "error" && lower.substr(end).starts_with(" code")) end += 5;
  const std::size_t digits = lower.find_first_not_of(" =:#([", end);
  if (digits == std::string_view::npos || digits == end) return nullptr;
  std::size_t behind = digits;
  while (behind < lower.size() && is_digit(lower[behind])) ++behind;
  const SymptomRow* row = row_of_number(lower.substr(digits, behind - digits));
  if (row == nullptr || !ends_number(lower.substr(behind))) return nullptr;
  const std::string_view before = word_before(lower, at);
  for (const std::string_view other :
       {"exit", "return", "status", "http", "https", "response", "signal"}) {
    if (before == other) return nullptr;
  }
  const std::size_t from = at > kNear ? at - kNear : 0;
  const std::size_t cuda = end_of_cuda_word(text.substr(from, at - from),
                                            lower.substr(from, at - from));
  if (cuda == std::string_view::npos) return nullptr;
  const bool http_like =
      is_http_like(row->code) && word != "code" && word != "init failure";
  if (http_like && at - from - cuda > kNext) return nullptr;
  return row;
}

}  // namespace cudacompat
