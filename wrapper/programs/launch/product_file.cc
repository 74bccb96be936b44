// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/product_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace cudacompat {
namespace {

std::int64_t nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

FileStamp stamp_of(const std::string& path) {
  struct stat s;
  if (stat(path.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) return {};
  return {true,
          s.st_dev,
          s.st_ino,
          static_cast<std::uint64_t>(s.st_size),
          nanoseconds(s.st_mtim),
          nanoseconds(s.st_ctim)};
}

std::string quarantine(const std::string& path) {
  const std::string rejected = path + ".rejected";
  if (std::rename(path.c_str(), rejected.c_str()) == 0)
    return path + " moved to " + rejected;
  const int error = errno;
  if (unlink(path.c_str()) == 0) return path + " deleted";
  return path + " could not be moved away (" + std::strerror(error) +
         "): delete it before the next build";
}

}  // namespace cudacompat
