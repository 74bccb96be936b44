#include "bytes/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>

namespace cudacompat {
namespace {

// Standard input beyond this goes to a temporary file.
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

tl::unexpected<Error> no_room(Spooled& spooled, int error) {
  if (spooled.fd >= 0) ::close(spooled.fd);
  return fail(Error::kNoOffset,
              "standard input is too large for memory and cannot be put into "
              "a temporary file: {}; set TMPDIR to a folder with room",
              std::strerror(error));
}

}  // namespace

Result<Spooled> spool_standard_input() {
  Spooled spooled;
  std::vector<std::byte> step(kStep);
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, step.data(), step.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      if (spooled.fd >= 0) ::close(spooled.fd);
      return fail(Error::kNoOffset, "standard input cannot be read: {}",
                  std::strerror(error));
    }
    if (got == 0) return spooled;
    const auto bytes =
        std::span<const std::byte>(step).first(static_cast<std::size_t>(got));
    spooled.size += bytes.size();
    if (spooled.fd < 0 && spooled.size <= kInMemory) {
      spooled.memory.insert(spooled.memory.end(), bytes.begin(), bytes.end());
      continue;
    }
    if (spooled.fd < 0) {
      spooled.fd = open_temporary();
      if (spooled.fd < 0 || !write_fully(spooled.fd, spooled.memory)) {
        return no_room(spooled, errno);
      }
      spooled.memory = {};
    }
    if (!write_fully(spooled.fd, bytes)) return no_room(spooled, errno);
  }
}

}  // namespace cudacompat
