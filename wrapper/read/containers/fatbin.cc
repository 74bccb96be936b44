// SPDX-License-Identifier: Apache-2.0
#include "read/containers/fatbin.h"

#include <algorithm>
#include <utility>

#include "base/bytes/little_endian.h"

// What NVIDIA's fatbinary writes; no document describes it. Measured with
// nvcc and fatbinary 13.0.88 and 13.5.37, compared with cuobjdump 13.5.37.
//
//   file      = container*                    (8-byte aligned, zeros between)
//   container = u32 0xBA55ED50, u16 1, u16 header size 16, u64 size, entry*
//   entry     = header of `header size` bytes, payload of `size` bytes
//   header    = +0  u16 kind, u16 0x101, u32 header size
//               +8  u64 size              payload with its padding
//               +16 u32 packed size       0: not compressed
//               +20 u32 offset of the extra header, or 0
//               +24 u16 minor, u16 major  PTX ISA; cubin format; own of NVVM
//               +28 u32 arch
//               +32 u32 name offset, u32 n   source file, NUL, zeros to 8
//               +40 u64 flags
//               +48 u64 0 (NVVM: a hash)
//               +56 u64 unpacked size     0: not compressed
//               [name] [extra]
//   extra     = u32 offset of the options, u32 n, options, NUL, zeros to 8
// A concatenated entry's extra header is u32 count, u32 bytes (these two words
// included), record[count]. A record has the fields of a header, but its
// offset in the unpacked payload at +4 and its unpacked size at +8; its own
// name and extra header follow it.

namespace cudacompat {
namespace {

constexpr std::uint64_t kContainerHeader = 16;
constexpr std::uint64_t kFixedHeader = 64;
constexpr std::uint64_t kExtraHeader = 8;  // and the options that follow
constexpr std::uint64_t kTableHeader = 8;
// Far over what is seen (a few hundred bytes).
constexpr std::uint64_t kMaxEntryHeader = 1u << 20;
constexpr std::uint64_t kPaddingStep = 4096;

}  // namespace

bool FatbinWalker::skip_padding() {
  while (at_ < region_.size()) {
    auto bytes = region_.window_up_to(at_, kPaddingStep, "padding");
    if (!bytes) {
      fault(bytes.error());
      return false;
    }
    const auto used =
        std::find_if(bytes->begin(), bytes->end(),
                     [](std::byte b) { return b != std::byte{}; });
    at_ += static_cast<std::uint64_t>(used - bytes->begin());
    if (used != bytes->end()) return true;
  }
  return false;
}

bool FatbinWalker::next_container() {
  at_ = end_;
  if (at_ >= region_.size()) return false;
  auto head = region_.window_up_to(at_, kContainerHeader, "fatbin header");
  // Zeros between containers: look at one word before any more is read.
  if (head && LittleEndian(*head).u32(0) == 0) {
    if (!skip_padding()) return false;
    head = region_.window_up_to(at_, kContainerHeader, "fatbin header");
  }
  if (!head) {
    fault(head.error());
    return false;
  }
  LittleEndian in(*head);
  const std::uint32_t magic = in.u32(0);
  const std::uint16_t version = in.u16(4);
  const std::uint16_t header_size = in.u16(6);
  const std::uint64_t size = in.u64(8);
  const std::uint64_t here = region_.base() + at_;
  const std::uint64_t left = region_.size() - at_;
  end_ = region_.size();  // until the header has proved better
  if (!in.ok()) {
    fault({fmt::format("{} bytes are left, too few for a fatbin header of {}",
                       left, kContainerHeader),
           here});
    return false;
  }
  if (magic != kFatbinMagic) {
    fault({fmt::format("{} bytes are not a fatbin: they start with {:#010x}, a "
                       "fatbin with {:#010x}",
                       left, magic, kFatbinMagic),
           here});
    return false;
  }
  if (version != 1 || header_size < kContainerHeader || header_size > left) {
    fault({fmt::format("fatbin version {} with a header of {} bytes is not "
                       "known; version 1 has {}; {} bytes are not read",
                       version, header_size, kContainerHeader, left),
           here});
    return false;
  }
  start_ = at_;
  at_ += header_size;
  if (size > region_.size() - at_) {
    fault({fmt::format("fatbin claims {} bytes, there are {}", size,
                       region_.size() - at_),
           here});
  } else {
    end_ = at_ + size;
  }
  return true;
}

std::optional<FatbinEntry> FatbinWalker::next_entry() {
  if (at_ >= end_) return std::nullopt;
  const std::uint64_t here = region_.base() + at_;
  const std::uint64_t left = end_ - at_;
  const std::uint64_t stop = std::exchange(at_, end_);  // unless all is well
  if (left < kFixedHeader) {
    fault({fmt::format("{} bytes are left in the fatbin, too few for an entry "
                       "header of {}",
                       left, kFixedHeader),
           here});
    return std::nullopt;
  }
  auto head = region_.window(stop, kFixedHeader, "fatbin entry");
  if (!head) {
    fault(head.error());
    return std::nullopt;
  }
  LittleEndian in(*head);
  FatbinEntry entry;
  entry.offset = here;
  entry.kind = in.u16(0);
  const std::uint16_t version = in.u16(2);
  entry.header_size = in.u32(4);
  entry.size = in.u64(8);
  entry.packed_size = in.u32(16);
  entry.minor = in.u16(24);
  entry.major = in.u16(26);
  entry.arch = in.u32(28);
  entry.name = here + in.u32(32);
  entry.name_size = in.u32(36);
  entry.flags = in.u64(40);
  entry.unpacked_size = in.u64(56);
  if (version != 0x101 || entry.header_size < kFixedHeader ||
      entry.header_size > kMaxEntryHeader || entry.header_size > left) {
    fault({fmt::format("fatbin entry of version {:#x} with a header of {} "
                       "bytes is not known; version 0x101 has {} or more; {} "
                       "bytes of the fatbin are not read",
                       version, entry.header_size, kFixedHeader, left),
           here});
    return std::nullopt;
  }
  entry.payload = here + entry.header_size;
  const std::uint64_t room = left - entry.header_size;
  if (entry.size > room) {
    fault({fmt::format("fatbin entry claims {} bytes of payload, there are {}",
                       entry.size, room),
           here});
    return std::nullopt;
  }
  at_ = stop + entry.header_size + entry.size;
  return entry;
}

Result<std::uint64_t> FatbinWalker::record_size(std::uint64_t at,
                                                const Names& names) {
  const auto text_end = [](std::uint64_t start, std::uint64_t n) {
    return start + (n / 8 + 1) * 8;  // a NUL, and zeros to 8
  };
  std::uint64_t end = kFixedHeader;
  if (names.name != 0) {
    end = std::max(end, text_end(names.name, names.name_size));
  }
  if (names.extra != 0) {
    auto bytes =
        region_.window(at + names.extra, kExtraHeader, "concatenated entry");
    if (!bytes) return tl::unexpected(bytes.error());
    const std::uint64_t options = LittleEndian(*bytes).u32(4);
    end = std::max(end, text_end(names.extra + kExtraHeader, options));
  }
  return end;
}

void FatbinWalker::records(
    const FatbinEntry& entry,
    const std::function<void(const FatbinRecord&)>& each) {
  const std::uint64_t table = entry.offset - region_.base() + kFixedHeader;
  const std::uint64_t room = entry.header_size - kFixedHeader;
  auto head = region_.window_up_to(table, kTableHeader, "concatenated entry");
  if (!head || room < kTableHeader) {
    fault({fmt::format("concatenated entry has {} bytes for its table, it "
                       "needs at least {}",
                       room, kTableHeader),
           entry.offset});
    return;
  }
  LittleEndian in(*head);
  const std::uint32_t count = in.u32(0);
  const std::uint64_t claimed = in.u32(4);
  if (claimed < kTableHeader || claimed > room ||
      count > (claimed - kTableHeader) / kFixedHeader) {
    fault({fmt::format("concatenated entry claims {} images in a table of {} "
                       "bytes; its header has room for {} bytes",
                       count, claimed, room),
           entry.offset});
    return;
  }
  const std::uint64_t end = table + claimed;
  std::uint64_t at = table + kTableHeader;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::span<const std::byte> bytes;
    if (end - at >= kFixedHeader) {
      auto window = region_.window(at, kFixedHeader, "concatenated entry");
      if (window) bytes = *window;
    }
    if (bytes.empty()) {
      fault({fmt::format("image {} of a concatenated entry has {} bytes left "
                         "in the table, it needs {}",
                         i, end - at, kFixedHeader),
             region_.base() + at});
      return;
    }
    LittleEndian fields(bytes);
    FatbinRecord record;
    record.kind = fields.u16(0);
    record.offset = fields.u32(4);
    record.size = fields.u64(8);
    const Names names{fields.u32(32), fields.u32(36), fields.u32(20)};
    record.minor = fields.u16(24);
    record.major = fields.u16(26);
    record.arch = fields.u32(28);
    record.name = region_.base() + at + names.name;
    record.name_size = names.name_size;
    record.flags = fields.u64(40);
    if (record.offset > entry.unpacked_size ||
        record.size > entry.unpacked_size - record.offset) {
      fault({fmt::format("image {} of a concatenated entry needs {} bytes at "
                         "{}, the unpacked entry has {}",
                         i, record.size, record.offset, entry.unpacked_size),
             region_.base() + at});
    } else {
      each(record);
    }
    const auto step = record_size(at, names);
    if (!step || *step > end - at) {
      fault({fmt::format("image {} of a concatenated entry has names at {} and "
                         "{}, its table ends after {} bytes",
                         i, names.name, names.extra, end - at),
             region_.base() + at});
      return;
    }
    at += *step;
  }
}

}  // namespace cudacompat
