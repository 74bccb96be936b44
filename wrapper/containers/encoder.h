#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "containers/codec.h"

namespace cudacompat {

/// Packs `bytes` so that the result has at most `room` bytes: zstd at levels
/// 9, 19, 22, 20 and 21 in turn, in one frame with its size, no checksum and a
/// window of at most 2 MiB, as fatbinary writes it; LZ4 HC at level 12, a bare
/// block. nullopt where it does not fit. Deterministic.
std::optional<std::vector<std::byte>> encode_within(
    std::span<const std::byte> bytes, Codec codec, std::size_t room);

}  // namespace cudacompat
