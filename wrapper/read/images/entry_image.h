// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "read/containers/codec.h"
#include "read/containers/fatbin.h"
#include "read/images/image.h"

namespace cudacompat {

/// What the entry header says of its image; no payload is read.
Image image_of(const FatbinEntry& entry);
/// The same for one image of a concatenated entry.
Image image_of(const FatbinEntry& entry, const FatbinRecord& record);

/// The codec to unpack with; nullopt: the compression is not known.
std::optional<Codec> codec_of(Compression compression);

}  // namespace cudacompat
