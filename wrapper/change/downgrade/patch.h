// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "change/downgrade/downgrade_text.h"
#include "read/images/image.h"

namespace cudacompat {

/// Bytes that replace others of equal number.
struct Patch {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;
};

/// A downgraded text as it is written.
struct FittedText {
  std::string text;  // without comments and blank lines where room is short
  std::vector<Patch> patches;
};

/// Puts a downgraded text where `image` is: the payload with its padding,
/// packed by the same codec, and the fields of the entry's header (packed size
/// at 16, PTX ISA at 24, unpacked size at 56). An Error where the image is in a
/// concatenated entry, its header is not what the image says, or the text has
/// no room even without its comments.
Result<FittedText> fit(ByteSource& source, const Image& image,
                       const DowngradedText& downgraded, Version isa);

}  // namespace cudacompat
