// SPDX-License-Identifier: Apache-2.0
#include "read/images/ptx_text.h"

#include <algorithm>

#include "base/bytes/little_endian.h"
#include "read/images/ptx.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kLongestText = std::uint64_t{256} << 20;

}  // namespace

Result<std::string> ptx_text(ByteSource& source, const Image& image) {
  auto bytes = unpack(source, image, kLongestText);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string text(as_text(*bytes));
  const auto end = std::min(text.find('\0'), text.size());
  if (text.find_first_not_of('\0', end) != std::string::npos) {
    return fail(image.offset, "something follows the NUL at its end");
  }
  text.resize(end);
  const auto header = parse_ptx_header(text, image.offset);
  if (!header) return tl::unexpected(header.error());
  if (header->isa != image.ptx_isa || header->target != image.arch) {
    return fail(image.offset,
                "its entry says compute_{}, PTX {} and its text sm_{}, PTX {}",
                to_string(image.arch),
                to_string(image.ptx_isa.value_or(Version{})),
                to_string(header->target), to_string(header->isa));
  }
  return text;
}

}  // namespace cudacompat
