// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <minizip/unzip.h>

#include <cstdint>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// minizip's view of a source: it reads through the source's window.
struct ZipInput {
  ByteSource* source = nullptr;
  std::uint64_t at = 0;
  bool failed = false;
};

/// nullptr where it is not a zip file. `input` must outlive what is returned.
unzFile open_zip(ZipInput& input);

}  // namespace cudacompat
