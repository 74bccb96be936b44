// SPDX-License-Identifier: Apache-2.0
#include "read/containers/offload.h"

#include <algorithm>

#include "base/bytes/little_endian.h"

// container = u8 magic[4] 10 FF 10 AD, u32 version 1, u64 size,
//             u64 offset of the entry, u64 size of the entry
// entry     = u16 image kind, u16 offload kind, u32 flags, u64 offset of the
//             strings, u64 their number, u64 offset and u64 size of the image
// string    = u64 offset of the key, u64 offset of the value (NUL-terminated)
// All offsets count from the container's start. Source: LLVM's
// llvm/include/llvm/Object/OffloadBinary.h.

namespace cudacompat {
namespace {

constexpr std::string_view kMagic = "\x10\xff\x10\xad";
constexpr std::uint64_t kHeader = 32;
constexpr std::uint64_t kEntry = 40;
constexpr std::uint64_t kString = 16;
constexpr std::uint64_t kMaxStrings = 64;
constexpr std::uint64_t kLongestString = 256;
constexpr std::uint16_t kCuda = 2;

std::string text_at(const Region& container, std::uint64_t at) {
  auto bytes = container.window_up_to(at, kLongestString, "offload string");
  if (!bytes) return {};
  return std::string(c_string_at(*bytes, 0));
}

std::string find_arch(const Region& container, std::uint64_t strings,
                      std::uint64_t count) {
  for (std::uint64_t i = 0; i < std::min(count, kMaxStrings); ++i) {
    auto bytes = container.slice(strings, (i + 1) * kString, "offload strings");
    if (!bytes) return {};
    auto row = bytes->window(i * kString, kString, "offload strings");
    if (!row) return {};
    LittleEndian in(*row);
    const std::uint64_t key = in.u64(0);
    const std::uint64_t value = in.u64(8);
    if (text_at(container, key) == "arch") return text_at(container, value);
  }
  return {};
}

Result<OffloadEntry> read_entry(const Region& container, std::uint64_t at,
                                std::uint64_t size) {
  if (size < kEntry) {
    return fail(container.base(), "offload entry of {} bytes, it needs {}",
                size, kEntry);
  }
  auto bytes = container.window(at, kEntry, "offload entry");
  if (!bytes) return tl::unexpected(bytes.error());
  LittleEndian in(*bytes);
  const std::uint16_t kind = in.u16(0);
  OffloadEntry entry;
  entry.kind = kind <= 5 ? static_cast<OffloadEntry::Kind>(kind)
                         : OffloadEntry::Kind::other;
  entry.cuda = in.u16(2) == kCuda;
  const std::uint64_t strings = in.u64(8);
  const std::uint64_t count = in.u64(16);
  auto image = container.slice(in.u64(24), in.u64(32), "offload image");
  if (!image) return tl::unexpected(image.error());
  entry.offset = image->base();
  entry.size = image->size();
  entry.arch = find_arch(container, strings, count);
  return entry;
}

}  // namespace

bool is_offload(std::span<const std::byte> bytes) {
  return as_text(bytes).starts_with(kMagic);
}

void read_offload(const Region& region, const ErrorSink& faults,
                  const std::function<void(const OffloadEntry&)>& each) {
  std::uint64_t at = 0;
  while (at < region.size()) {
    const std::uint64_t left = region.size() - at;
    auto bytes = region.window_up_to(at, kHeader, "offload container");
    if (!bytes) return faults(bytes.error());
    const auto used = std::find_if(bytes->begin(), bytes->end(),
                                   [](auto b) { return b != std::byte{}; });
    if (used != bytes->begin()) {  // padding
      at += static_cast<std::uint64_t>(used - bytes->begin());
      continue;
    }
    if (!is_offload(*bytes) || bytes->size() < kHeader) {
      return faults({fmt::format("{} bytes are not an offload container", left),
                     region.base() + at});
    }
    LittleEndian in(*bytes);
    const std::uint32_t version = in.u32(4);
    const std::uint64_t size = in.u64(8);
    const std::uint64_t entry_at = in.u64(16);
    const std::uint64_t entry_size = in.u64(24);
    if (version != 1 || size < kHeader || size > left) {
      return faults({fmt::format("offload container of version {} with {} "
                                 "bytes is not read; version 1 is, {} bytes "
                                 "are left",
                                 version, size, left),
                     region.base() + at});
    }
    auto container = region.slice(at, size, "offload container");
    if (!container) return faults(container.error());
    auto entry = read_entry(*container, entry_at, entry_size);
    if (entry) {
      each(*entry);
    } else {
      faults(entry.error());
    }
    at += size;
  }
}

}  // namespace cudacompat
