// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidjson/error/error.h>

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/bytes/result.h"

namespace cudacompat {

/// What makes a text no JSON, in words for people and with the offset of the
/// token at fault. `offset` is where RapidJSON stopped, `token` where the
/// token behind the last good one begins.
Error json_syntax_error(std::string_view text, rapidjson::ParseErrorCode code,
                        std::size_t offset, std::size_t token);

/// What is wrong with the string whose opening quote is at `start`; nullopt:
/// nothing.
std::optional<Error> json_string_error(std::string_view text,
                                       std::size_t start);

/// What stands there where `expected` should: "found '}' where ...".
Error json_unexpected(std::string_view text, std::size_t start,
                      std::string_view expected);

}  // namespace cudacompat
