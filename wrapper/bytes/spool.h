#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bytes/result.h"

namespace cudacompat {

/// All of standard input: in `memory`, or where that would be too much in an
/// unlinked temporary file (in $TMPDIR), whose descriptor the caller closes.
struct Spooled {
  int fd = -1;  // -1: in memory
  std::uint64_t size = 0;
  std::vector<std::byte> memory;
};

Result<Spooled> spool_standard_input();

}  // namespace cudacompat
