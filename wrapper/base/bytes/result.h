// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace cudacompat {

/// Why something could not be read or judged. The message is lower case,
/// without a final period, and names what was found and what is allowed.
struct Error {
  std::string message;
  /// Byte offset in the input, or kNoOffset.
  std::uint64_t offset = kNoOffset;

  static constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};
};

/// A value, or the Error that says why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

/// `return fail(offset, "section {} ...", i);`
template <typename... Args>
[[nodiscard]] tl::unexpected<Error> fail(std::uint64_t offset,
                                         fmt::format_string<Args...> text,
                                         Args&&... args) {
  return tl::unexpected<Error>(
      Error{fmt::format(text, std::forward<Args>(args)...), offset});
}

}  // namespace cudacompat
