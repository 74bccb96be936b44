// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "read/containers/codec.h"
#include "read/images/entry_image.h"
#include "read/images/image.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kLargestBlock = std::uint64_t{256} << 20;

}  // namespace

Result<std::vector<std::byte>> unpack(ByteSource& source, const Image& image,
                                      std::uint64_t limit) {
  const auto codec = codec_of(image.compression);
  if (!codec) {
    return fail(image.offset,
                "image's flags {:#x} do not tell one compression, it cannot "
                "be unpacked",
                image.flags);
  }
  if (image.unpacked_size > limit) {
    return fail(image.offset, "image claims {} bytes, over the limit of {}",
                image.unpacked_size, limit);
  }
  auto packed = Region(source).slice(image.offset, image.size, "image");
  if (!packed) return tl::unexpected(packed.error());
  Decoder decoder;
  // A concatenated entry is unpacked whole, whatever part of it is asked for.
  const std::uint64_t most =
      image.concatenated ? std::max(limit, kLargestBlock) : limit;
  const UnpackLimits limits{most, 256};
  const std::uint64_t size =
      image.concatenated ? image.block_size : image.unpacked_size;
  auto bytes = decoder.all(*packed, *codec, size, limits);
  if (!bytes) return tl::unexpected(bytes.error());
  if (!image.concatenated) return std::vector(bytes->begin(), bytes->end());
  if (image.block_offset > bytes->size() ||
      image.unpacked_size > bytes->size() - image.block_offset) {
    return fail(image.offset,
                "image needs {} bytes at {}, the unpacked entry "
                "has {}",
                image.unpacked_size, image.block_offset, bytes->size());
  }
  const auto part =
      bytes->subspan(static_cast<std::size_t>(image.block_offset),
                     static_cast<std::size_t>(image.unpacked_size));
  return std::vector(part.begin(), part.end());
}

}  // namespace cudacompat
