// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/small_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cudacompat {
namespace {

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

auto system_error(const std::string& path) {
  return fail(Error::kNoOffset, "{}: {}", path, std::strerror(errno));
}

}  // namespace

Result<std::string> read_small_file(const std::string& path,
                                    std::uint64_t limit) {
  struct stat s;
  if (stat(path.c_str(), &s) != 0) return system_error(path);
  if (!S_ISREG(s.st_mode))
    return fail(Error::kNoOffset, "{}: not a regular file", path);
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0 || fstat(file.fd, &s) != 0) return system_error(path);
  const auto size = static_cast<std::uint64_t>(s.st_size);
  if (size > limit)
    return fail(Error::kNoOffset, "{}: {} bytes, at most {} are read", path,
                size, limit);
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = read(file.fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error(path);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  text.resize(done);
  return text;
}

}  // namespace cudacompat
