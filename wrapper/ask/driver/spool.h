// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// Writes one container's bytes, or one bare image's, to a file.
Result<void> spool_container(ByteSource& source, std::uint64_t offset,
                             std::uint64_t size, const std::string& file);

}  // namespace cudacompat
