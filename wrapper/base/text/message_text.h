// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cudacompat {

/// Text from an input as it may stand in a message: in double quotes, cut
/// before `limit` bytes with "...", and with every byte that could steer a
/// terminal (control bytes, C1, bidirectional overrides) or is not UTF-8
/// written as \xNN.
std::string quote(std::string_view text, std::size_t limit = 64);

/// The candidate that `word` was probably meant to be, or empty: letter case,
/// '-' and '_' count as equal, and at most a third of the letters differ.
std::string_view nearest(std::string_view word,
                         std::span<const std::string_view> candidates);

/// As a word of a shell's command line: in quotes where it needs them.
std::string shell_word(const std::string& text);

/// "a", "a or b", "a, b or c"
std::string one_of(std::span<const std::string_view> words);

}  // namespace cudacompat
