// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// SHA-256, as hexadecimal digits, over the names and bytes of all sections of
/// a cubin but those that tell how it was made: notes, debug information,
/// string and symbol tables. What is left is machine code, constants,
/// attributes (.nv.info), global data and relocations.
Result<std::string> cubin_digest(std::span<const std::byte> cubin);

/// SHA-256 of bytes, as hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes);
Result<std::string> sha256(ByteSource& source);

}  // namespace cudacompat
