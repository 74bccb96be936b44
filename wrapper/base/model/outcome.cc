// SPDX-License-Identifier: Apache-2.0
#include "base/model/outcome.h"

#include <array>
#include <utility>

namespace cudacompat {
namespace {

constexpr std::array<std::pair<Outcome, std::string_view>, 11> kWords = {{
    {Outcome::loads, "loads"},
    {Outcome::loads_jit, "loads-jit"},
    {Outcome::unknown, "unknown"},
    {Outcome::fails_209, "fails-209"},
    {Outcome::fails_222, "fails-222"},
    {Outcome::fails_218, "fails-218"},
    {Outcome::fails_200, "fails-200"},
    {Outcome::fails_35, "fails-35"},
    {Outcome::fails_100, "fails-100"},
    {Outcome::fails_803, "fails-803"},
    {Outcome::fails_804, "fails-804"},
}};

}  // namespace

std::string_view to_string(Outcome outcome) {
  for (const auto& [value, word] : kWords)
    if (value == outcome) return word;
  return "unknown";
}

std::optional<Outcome> parse_outcome(std::string_view text) {
  for (const auto& [value, word] : kWords)
    if (word == text) return value;
  return std::nullopt;
}

}  // namespace cudacompat
