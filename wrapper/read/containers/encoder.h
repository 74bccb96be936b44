// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "read/containers/codec.h"

namespace cudacompat {

/// Packs `bytes` so that the result has at most `room` bytes: zstd at levels
/// 9, 19, 22, 20 and 21 in turn, in one frame with its size, no checksum and a
/// window of at most 2 MiB, as fatbinary writes it; LZ4 HC at level 12, a bare
/// block. nullopt where it does not fit. Deterministic.
std::optional<std::vector<std::byte>> encode_within(
    std::span<const std::byte> bytes, Codec codec, std::size_t room);

/// The zstd that packs. 1.5.7 packs PTX 1 % smaller than 1.5.4, and fatbinary
/// 13.2 has it (the same sizes to the byte at level 19).
inline constexpr unsigned kZstdOfFatbinary = 10507;
struct ZstdVersion {
  unsigned number;  // 10504
  const char* text;
};
ZstdVersion zstd_version();

}  // namespace cudacompat
