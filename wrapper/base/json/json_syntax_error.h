#pragma once

#include <cstddef>
#include <string_view>

#include "base/bytes/result.h"

namespace cudacompat {

/// What nlohmann's parser says of a broken text, in words for people and with
/// the offset of the token at fault. `position` counts the bytes read,
/// `last_token` is what its lexer holds of the token, `what` its message.
Error syntax_error(std::string_view text, std::size_t position,
                   std::string_view last_token, std::string_view what);

}  // namespace cudacompat
