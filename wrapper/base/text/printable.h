// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cudacompat {

/// Bytes of the UTF-8 character that `text` starts with; 0 where it starts
/// with none (also for surrogates and overlong forms).
std::size_t utf8_length(std::string_view text);

/// The UTF-8 character that `text` starts with; one byte where that is not to
/// be printed as it is.
std::string_view first_character(std::string_view text);

/// Text out of a file or an argument, safe for a terminal: control bytes and
/// what steers a terminal or is not UTF-8 as \xNN.
std::string printable(std::string_view text);

/// "1 container", "3 containers", "2 groups".
std::string pluralized(std::uint64_t n, std::string_view noun);

}  // namespace cudacompat
