// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/bytes/byte_source.h"
#include "base/bytes/error_sink.h"

namespace cudacompat {

/// Entry kinds and flags, as nvcc 11.8 to 13.5 write them.
inline constexpr std::uint16_t kEntryPtx = 1;
inline constexpr std::uint16_t kEntryElf = 2;
inline constexpr std::uint16_t kEntryNvvm = 8;
inline constexpr std::uint16_t kEntryTileIr = 128;
inline constexpr std::uint16_t kEntryConcatenated = 256;
inline constexpr std::uint64_t kFlagLz4 = 0x2000;
inline constexpr std::uint64_t kFlagZstd = 0x8000;
inline constexpr std::uint64_t kFlagExact = 0x100000;   // sm_90a
inline constexpr std::uint64_t kFlagFamily = 0x200000;  // sm_100f

/// One entry of a container, as stored; offsets are of the file.
struct FatbinEntry {
  std::uint64_t offset = 0;  // of the entry's header
  std::uint16_t kind = 0;
  std::uint32_t header_size = 0;
  std::uint64_t payload = 0;      // offset of the payload
  std::uint64_t size = 0;         // of the payload, padding included
  std::uint32_t packed_size = 0;  // 0: not compressed
  std::uint16_t major = 0, minor = 0;
  std::uint32_t arch = 0;
  std::uint64_t name = 0;       // offset of the source's name, in the header
  std::uint32_t name_size = 0;  // 0: none (only -G and -lineinfo keep it)
  std::uint64_t flags = 0;
  std::uint64_t unpacked_size = 0;  // 0: not compressed
};

/// One image of a concatenated entry: `offset` counts in the unpacked payload.
struct FatbinRecord {
  std::uint16_t kind = 0;
  std::uint32_t offset = 0;
  std::uint64_t size = 0;
  std::uint16_t major = 0, minor = 0;
  std::uint32_t arch = 0;
  std::uint64_t name = 0;
  std::uint32_t name_size = 0;
  std::uint64_t flags = 0;
};

/// The first 4 bytes of a container.
inline constexpr std::uint32_t kFatbinMagic = 0xBA55ED50;

/// Walks fatbin containers that lie one after the other (a section, or a whole
/// file), by the sizes in their headers alone. Every byte is part of an entry,
/// zero padding, or named in a fault. The only bytes read are headers.
class FatbinWalker {
 public:
  FatbinWalker(const Region& region, const ErrorSink& faults)
      : region_(region), faults_(faults) {}

  /// Goes on to the next container (leaving what is left of the present one);
  /// false at the end.
  bool next_container();
  std::uint64_t container_offset() const { return region_.base() + start_; }
  std::uint64_t container_size() const { return end_ - start_; }

  /// The next entry of this container; nullopt at its end.
  std::optional<FatbinEntry> next_entry();
  /// Calls `each` for the images inside a concatenated entry.
  void records(const FatbinEntry& entry,
               const std::function<void(const FatbinRecord&)>& each);

 private:
  struct Names {  // offsets count from the header's start
    std::uint32_t name, name_size, extra;
  };
  bool skip_padding();
  Result<std::uint64_t> record_size(std::uint64_t at, const Names& names);
  void fault(Error error) { faults_(std::move(error)); }

  Region region_;
  const ErrorSink& faults_;
  std::uint64_t start_ = 0;  // of the container, in the region
  std::uint64_t at_ = 0;     // the next entry
  std::uint64_t end_ = 0;    // of the container
};

}  // namespace cudacompat
