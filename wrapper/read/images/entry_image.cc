// SPDX-License-Identifier: Apache-2.0
#include "read/images/entry_image.h"

namespace cudacompat {
namespace {

ImageKind kind_of(std::uint16_t raw) {
  switch (raw) {
    case kEntryPtx:
      return ImageKind::ptx;
    case kEntryElf:
      return ImageKind::sass;
    case kEntryNvvm:
      return ImageKind::lto_ir;
    case kEntryTileIr:
      return ImageKind::tile_ir;
    default:
      return ImageKind::unknown;
  }
}

void set_arch(Image& image, std::uint32_t number) {
  image.arch_known = number > 0 && number <= 0xffff;
  image.arch.number = static_cast<std::uint16_t>(image.arch_known ? number : 0);
  const bool exact = (image.flags & kFlagExact) != 0;
  const bool family = (image.flags & kFlagFamily) != 0;
  image.arch.scope = exact    ? ArchScope::exact
                     : family ? ArchScope::family
                              : ArchScope::base;
  if (exact && family) image.arch_known = false;
}

void set_packing(Image& image, const FatbinEntry& entry) {
  const bool lz4 = (entry.flags & kFlagLz4) != 0;
  const bool zstd = (entry.flags & kFlagZstd) != 0;
  image.offset = entry.payload;
  image.entry_header = entry.header_size;
  if (entry.packed_size == 0 && !lz4 && !zstd) {
    image.size = entry.size;
    image.unpacked_size = entry.size;
    return;
  }
  // A flag without sizes, sizes without a flag and both flags say nothing.
  const bool known =
      lz4 != zstd && entry.packed_size != 0 && entry.packed_size <= entry.size;
  image.compression = !known ? Compression::unknown
                      : lz4  ? Compression::lz4
                             : Compression::zstd;
  image.size = known ? entry.packed_size : entry.size;
  image.unpacked_size = entry.unpacked_size;
}

/// The ABI version of a cubin as its entry tells it: format 1.7 is ABI 7, 1.8
/// is ABI 8 (measured with ptxas 11.8 to 13.5); 0 where the cubin must be
/// asked.
std::uint8_t abi_of(std::uint16_t major, std::uint16_t minor) {
  if (major != 1 || (minor != 7 && minor != 8)) return 0;
  return static_cast<std::uint8_t>(minor);
}

}  // namespace

std::optional<Codec> codec_of(Compression compression) {
  switch (compression) {
    case Compression::none:
      return Codec::none;
    case Compression::lz4:
      return Codec::lz4;
    case Compression::zstd:
      return Codec::zstd;
    case Compression::unknown:
      break;
  }
  return std::nullopt;
}

Image image_of(const FatbinEntry& entry) {
  Image image;
  image.kind = kind_of(entry.kind);
  image.raw_kind = entry.kind;
  image.flags = entry.flags;
  set_arch(image, entry.arch);
  set_packing(image, entry);
  if (image.kind == ImageKind::ptx) {
    image.ptx_isa = Version{entry.major, entry.minor};
  } else if (image.kind == ImageKind::sass) {
    image.cubin_abi = abi_of(entry.major, entry.minor);
  }
  return image;
}

Image image_of(const FatbinEntry& entry, const FatbinRecord& record) {
  Image image;
  image.kind = kind_of(record.kind);
  image.raw_kind = record.kind;
  image.concatenated = true;
  image.flags = record.flags;
  set_arch(image, record.arch);
  set_packing(image, entry);
  image.block_size = entry.unpacked_size;
  image.block_offset = record.offset;
  image.unpacked_size = record.size;
  if (image.kind == ImageKind::ptx) {
    image.ptx_isa = Version{record.major, record.minor};
  } else if (image.kind == ImageKind::sass) {
    image.cubin_abi = abi_of(record.major, record.minor);
  }
  return image;
}

}  // namespace cudacompat
