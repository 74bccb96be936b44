// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/bytes/byte_source.h"
#include "base/bytes/error_sink.h"

namespace cudacompat {

/// One entry of clang's offload container (LLVM's OffloadBinary, version 1).
struct OffloadEntry {
  enum class Kind : std::uint8_t { other, object, bitcode, cubin, fatbin, ptx };
  Kind kind = Kind::other;
  bool cuda = false;         // not OpenMP's or HIP's
  std::uint64_t offset = 0;  // of the image in the file
  std::uint64_t size = 0;
  std::string arch;  // "sm_90"
};

bool is_offload(std::span<const std::byte> bytes);

/// Reads the containers that lie one after the other in a region; what cannot
/// be read is a fault.
void read_offload(const Region& region, const ErrorSink& faults,
                  const std::function<void(const OffloadEntry&)>& each);

}  // namespace cudacompat
