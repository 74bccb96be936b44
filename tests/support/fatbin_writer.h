// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/byte_writer.h"

namespace cudacompat::testing {

enum class Codec { none, lz4, zstd };

/// Entry kinds and flags as `fatbinary` 13.5.37 writes them.
inline constexpr std::uint16_t kPtx = 1, kElf = 2, kNvvm = 8, kConcat = 256;
inline constexpr std::uint64_t kFlag64Bit = 0x1, kFlagLinux = 0x10,
                               kFlagLz4 = 0x2000, kFlagNvvm = 0x10000,
                               kFlagZstd = 0x8000, kFlagExact = 0x100000,
                               kFlagFamily = 0x200000;

/// One entry of a container: what it says and holds. The optional fields say
/// something else than the truth.
struct FatbinEntry {
  std::uint16_t kind = kElf;
  std::uint16_t version = 0x101;
  std::uint16_t major = 1, minor = 8;
  std::uint32_t arch = 80;
  std::uint64_t flags = kFlag64Bit | kFlagLinux;  // the codec's bit is added
  Bytes payload;                                  // unpacked
  Codec codec = Codec::none;
  std::optional<std::string> options;  // text of the extra header
  std::optional<Bytes> stored;         // written instead of the packed payload
  std::optional<std::uint32_t> header_size, csize, ext_offset;
  std::optional<std::uint64_t> size, usize, flags_exactly;
};

/// SASS for "80", "90a", "100f": a small cubin of ABI 8.
FatbinEntry sass(std::string_view arch, Codec codec = Codec::none);
/// PTX with .target sm_ARCH and .version ISA.
FatbinEntry ptx(std::string_view arch, std::string_view isa,
                Codec codec = Codec::zstd);
FatbinEntry lto_ir(std::string_view arch, Codec codec = Codec::zstd);
/// Any kind with any payload.
FatbinEntry entry(std::uint16_t kind, std::string_view arch, Bytes payload,
                  Codec codec = Codec::none);

/// Several images in one packed payload, as `nvcc --concat` (13.x) stores
/// them. The extra header holds u32 count, u32 bytes of the table, these two
/// words included; then a record for each image, laid out like an entry header
/// but with the offset in the unpacked payload at +4. A PTX record is followed
/// by 16 bytes of options header, to which its +20 points.
FatbinEntry concat(const std::vector<FatbinEntry>& images,
                   Codec codec = Codec::zstd);

struct FatbinSpec {
  std::vector<FatbinEntry> entries;
  std::uint32_t magic = 0xBA55ED50;
  std::uint16_t version = 1, header_size = 16;
  std::optional<std::uint64_t> payload_size;
};

Bytes write_fatbin(const FatbinSpec& spec);
Bytes write_fatbin(const std::vector<FatbinEntry>& entries);

Bytes pack(const Bytes& bytes, Codec codec);

}  // namespace cudacompat::testing
