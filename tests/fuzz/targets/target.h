// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// What libFuzzer and the replay call, once for each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

inline std::span<const std::byte> bytes_of(const std::uint8_t* data,
                                           std::size_t size) {
  return std::as_bytes(std::span(data, size));
}
