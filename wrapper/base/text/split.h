// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cudacompat {

/// Without blanks, tabs and '\r' at both ends.
std::string_view trimmed(std::string_view text);
bool take_prefix(std::string_view& text, std::string_view prefix);
/// The parts between separators, each trimmed.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The parts between runs of blanks.
std::vector<std::string_view> words_of(std::string_view text);
/// What stands behind `key` in the text, up to two blanks, a tab or a '|'.
std::optional<std::string_view> value_after(std::string_view text,
                                            std::string_view key);
/// One or more decimal digits and nothing else.
bool is_number(std::string_view text);
/// Its value, or `otherwise` where it is not a number.
std::uint64_t number_or(std::string_view text, std::uint64_t otherwise);

}  // namespace cudacompat
