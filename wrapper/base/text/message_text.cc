// SPDX-License-Identifier: Apache-2.0
#include "base/text/message_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/text/printable.h"

namespace cudacompat {
namespace {

char folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '-' ? '_' : c;
}

/// Letters to insert, drop, replace or swap with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + !same});
      if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
          folded(a[i - 2]) == folded(b[j - 1])) {
        now[j] = std::min(now[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

}  // namespace

std::string quote(std::string_view text, std::size_t limit) {
  std::string out = "\"";
  for (std::size_t left = limit; !text.empty();) {
    const std::size_t n = first_character(text).size();
    if (n > left) {
      out += "...";
      break;
    }
    left -= n;
    out += printable(text.substr(0, n));
    text.remove_prefix(n);
  }
  out += '"';
  return out;
}

std::string_view nearest(std::string_view word,
                         std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongestWord = 64;  // bounds the quadratic distance
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = ~std::size_t{0};
  for (std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (distance < best_distance && distance * 3 <= longer) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
      "%+,-./:=@_";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) {
    return text;
  }
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

std::string one_of(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace cudacompat
