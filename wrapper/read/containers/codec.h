// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes/byte_source.h"

namespace cudacompat {

enum class Codec : std::uint8_t { none, lz4, zstd };

/// What an unpacked payload may be at most, whatever its header claims.
struct UnpackLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;
  /// Over this ratio of unpacked to packed bytes nothing is unpacked that is
  /// larger than a mebibyte (22 is the most seen in NVIDIA's libraries).
  std::uint64_t ratio = 256;
};

/// Unpacks payloads; its buffers are used again by the next call.
class Decoder {
 public:
  Decoder();
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  /// The first `wanted` unpacked bytes of `packed` (fewer where it ends
  /// before), in a buffer of this decoder. `unpacked_size` is what the header
  /// claims: an error where the stream does not hold that much, or its frame
  /// says something else. Reads no more of `packed` than it needs.
  Result<std::span<const std::byte>> prefix(const Region& packed, Codec codec,
                                            std::uint64_t unpacked_size,
                                            std::uint64_t wanted,
                                            const UnpackLimits& limits);
  /// All of it; more bytes behind the claimed size are an error too.
  Result<std::span<const std::byte>> all(const Region& packed, Codec codec,
                                         std::uint64_t unpacked_size,
                                         const UnpackLimits& limits);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cudacompat
