// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/bytes/byte_source.h"

namespace cudacompat {

Region::Region(ByteSource& source)
    : source_(&source), base_(0), size_(source.size()) {}

Result<Region> Region::slice(std::uint64_t offset, std::uint64_t size,
                             std::string_view what) const {
  if (offset > size_ || size > size_ - offset) {
    // Where the sum leaves 64 bits, the start of the region stands for it.
    const std::uint64_t at = offset <= size_ ? base_ + offset : base_;
    return fail(at, "{} needs {} bytes at offset {}, there are {}", what, size,
                offset, size_);
  }
  return Region(*source_, base_ + offset, size);
}

Result<std::span<const std::byte>> Region::window(std::uint64_t offset,
                                                  std::uint64_t n,
                                                  std::string_view what) const {
  auto part = slice(offset, n, what);
  if (!part) return tl::unexpected(part.error());
  return source_->window(part->base_, n, what);
}

Result<std::span<const std::byte>> Region::window_up_to(
    std::uint64_t offset, std::uint64_t n, std::string_view what) const {
  const std::uint64_t left = offset < size_ ? size_ - offset : 0;
  return window(offset, std::min(n, left), what);
}

}  // namespace cudacompat
