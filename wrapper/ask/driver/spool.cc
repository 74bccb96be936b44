// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/spool.h"

#include <algorithm>
#include <fstream>

namespace cudacompat {

Result<void> spool_container(ByteSource& source, std::uint64_t offset,
                             std::uint64_t size, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  for (std::uint64_t done = 0; done < size;) {
    const std::uint64_t n = std::min(size - done, ByteSource::kMaxWindow);
    const auto bytes = source.window(offset + done, n, "container");
    if (!bytes) return tl::unexpected(bytes.error());
    out.write(reinterpret_cast<const char*>(bytes->data()),
              static_cast<std::streamsize>(bytes->size()));
    done += n;
  }
  if (!out.flush())
    return fail(Error::kNoOffset,
                "its code cannot be written to {} to be loaded; is $TMPDIR "
                "full?",
                file);
  return {};
}

}  // namespace cudacompat
