// SPDX-License-Identifier: Apache-2.0
#include "base/bytes/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace cudacompat {
namespace {

// What is beyond this goes to a temporary file.
constexpr std::size_t kInMemory = 4u << 20;
constexpr std::size_t kStep = 64u << 10;

bool write_fully(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return true;
}

/// An unlinked temporary file, or -1 with errno set.
int open_temporary() {
  const char* dir = std::getenv("TMPDIR");
  std::string path = dir != nullptr && *dir != '\0' ? dir : "/tmp";
  path += "/cudacompat-XXXXXX";
  const int fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(path.c_str());
  return fd;
}

}  // namespace

Spool::~Spool() {
  if (spooled_.fd >= 0) ::close(spooled_.fd);
}

Result<void> Spool::put(std::span<const std::byte> bytes) {
  spooled_.size += bytes.size();
  if (spooled_.fd < 0 && spooled_.size <= kInMemory) {
    spooled_.memory.insert(spooled_.memory.end(), bytes.begin(), bytes.end());
    return {};
  }
  bool room = true;
  if (spooled_.fd < 0) {
    spooled_.fd = open_temporary();
    room = spooled_.fd >= 0 && write_fully(spooled_.fd, spooled_.memory);
    spooled_.memory = {};
  }
  if (room && write_fully(spooled_.fd, bytes)) return {};
  return fail(Error::kNoOffset,
              "{} is too large for memory and cannot be put into a temporary "
              "file: {}; set TMPDIR to a folder with room",
              name_, std::strerror(errno));
}

Spooled Spool::take() { return std::exchange(spooled_, Spooled{}); }

Result<Spooled> spool_standard_input() {
  Spool spool("standard input");
  std::vector<std::byte> step(kStep);
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, step.data(), step.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return fail(Error::kNoOffset, "standard input cannot be read: {}",
                  std::strerror(errno));
    }
    if (got == 0) return spool.take();
    const auto put = spool.put(
        std::span<const std::byte>(step).first(static_cast<std::size_t>(got)));
    if (!put) return tl::unexpected(put.error());
  }
}

}  // namespace cudacompat
