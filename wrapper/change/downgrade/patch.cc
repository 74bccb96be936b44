// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/patch.h"

#include <algorithm>

#include "base/bytes/little_endian.h"
#include "read/containers/encoder.h"
#include "read/containers/fatbin.h"
#include "read/images/entry_image.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kHeader = 64;

void put(std::vector<std::byte>& bytes, std::size_t at, std::uint64_t value,
         std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    bytes[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
}

std::vector<std::byte> as_bytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

struct Packed {
  std::string text;
  std::vector<std::byte> bytes;
  std::uint64_t unpacked = 0;
};

/// The text, and the NULs that stood behind it in the unpacked image, packed
/// into `room` bytes.
std::optional<Packed> pack(std::string text, std::uint64_t tail, Codec codec,
                           std::uint64_t room) {
  std::vector<std::byte> bytes = as_bytes(text);
  bytes.resize(bytes.size() + tail, std::byte{0});
  auto packed = encode_within(bytes, codec, room);
  if (!packed) return std::nullopt;
  return Packed{std::move(text), std::move(*packed), bytes.size()};
}

}  // namespace

Result<FittedText> fit(ByteSource& source, const Image& image,
                       const DowngradedText& downgraded, Version isa) {
  if (image.concatenated) {
    return fail(image.offset,
                "it is in a concatenated entry, a form that drivers before "
                "CUDA 13.5 are not known to read; compile without --concat");
  }
  if (image.entry_header == 0) {
    // A text that is a file, or lies in one, as it is.
    return FittedText{downgraded.text,
                      {{image.offset, as_bytes(downgraded.text)}}};
  }
  const std::uint64_t at = image.offset - image.entry_header;
  const Region file(source);
  auto head = file.window(at, kHeader, "fatbin entry");
  if (!head) return tl::unexpected(head.error());
  LittleEndian in(*head);
  const std::uint64_t room = in.u64(8);
  const bool agrees = in.u16(0) == kEntryPtx &&
                      in.u32(4) == image.entry_header &&
                      image.ptx_isa == Version{in.u16(26), in.u16(24)};
  auto payload = file.slice(image.offset, room, "payload of a fatbin entry");
  if (!payload) return tl::unexpected(payload.error());
  const auto codec = codec_of(image.compression);
  if (!agrees || !codec || room < image.size) {
    return fail(at, "its entry header is not the one that was read");
  }
  std::vector<std::byte> header(head->begin(), head->end());
  const bool compressed = *codec != Codec::none;
  const std::uint64_t tail =
      compressed ? image.unpacked_size - downgraded.text.size() : 0;
  auto packed = pack(downgraded.text, tail, *codec, room);
  if (!packed)
    packed = pack(without_comments(downgraded.text), tail, *codec, room);
  if (!packed) {
    const ZstdVersion zstd = zstd_version();
    const bool old = *codec == Codec::zstd && zstd.number < kZstdOfFatbinary;
    return fail(image.offset,
                "the downgraded text does not fit the {} bytes of its place{}; "
                "compile with --compress-mode=speed or none, which leave room",
                room,
                old ? fmt::format(" as packed by zstd {} (nvcc's 1.5.7 packs "
                                  "better: build cudacompat with it)",
                                  zstd.text)
                    : "");
  }
  if (compressed) {
    put(header, 16, packed->bytes.size(), 4);
    put(header, 56, packed->unpacked, 8);
  }
  put(header, 24, isa.minor, 2);
  put(header, 26, isa.major, 2);
  packed->bytes.resize(static_cast<std::size_t>(room), std::byte{0});
  FittedText out{std::move(packed->text), {}};
  out.patches.push_back({at, std::move(header)});
  out.patches.push_back({image.offset, std::move(packed->bytes)});
  return out;
}

}  // namespace cudacompat
