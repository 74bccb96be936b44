#pragma once

#include <string>

#include "bytes/byte_source.h"

namespace cudacompat {

/// Members of a thin archive do not lie in the archive's file.
bool is_thin_archive(ByteSource& source);

/// Writes one container's bytes, or one bare image's, to a file.
Result<void> spool_container(ByteSource& source, std::uint64_t offset,
                             std::uint64_t size, const std::string& file);

}  // namespace cudacompat
