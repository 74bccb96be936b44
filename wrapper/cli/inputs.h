#pragma once

#include <string>

#include "bytes/byte_source.h"
#include "bytes/result.h"

namespace cudacompat {

/// Opens one of FILE...; a directory is an Error that proposes what to name.
Result<ByteSource> open_input(const std::string& path, const char* command);

/// A text input (a profile) whole; an Error over `limit` bytes.
Result<std::string> read_text(const std::string& path,
                              std::uint64_t limit = 1u << 30);

}  // namespace cudacompat
