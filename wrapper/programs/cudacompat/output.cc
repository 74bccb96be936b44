// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace cudacompat {

namespace {

constexpr std::size_t kBuffer = 1u << 16;

std::string reason(int code) { return std::generic_category().message(code); }

}  // namespace

Output::~Output() {
  if (fd_ > 2) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> Output::open(const std::string& path) {
  if (path.empty() || path == "-") return {};
  path_ = path;
  struct stat status = {};
  const bool there = ::stat(path.c_str(), &status) == 0;
  const int flags = O_WRONLY | O_CLOEXEC;
  if (there && !S_ISREG(status.st_mode)) {
    fd_ = ::open(path.c_str(), flags);
  } else {
    // A link stays a link: its target is what is replaced.
    char* real = there ? ::realpath(path.c_str(), nullptr) : nullptr;
    if (real != nullptr) path_ = real;
    std::free(real);
    temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
    fd_ = ::open(temporary_.c_str(), flags | O_CREAT | O_EXCL, 0666);
  }
  if (fd_ >= 0) return {};
  const int code = errno;
  temporary_.clear();
  return fail(Error::kNoOffset, "cannot write {}: {}", path, reason(code));
}

bool Output::put(std::string_view text) {
  if (gone_) return false;
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
  return !gone_;
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!gone_ && !rest.empty()) {
    const ssize_t n = ::write(fd_, rest.data(), rest.size());
    if (n > 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      gone_ = true;
      if (n == 0 || errno != EPIPE) error_ = n == 0 ? EIO : errno;
    }
  }
  buffer_.clear();
}

Sink Output::sink() {
  return [this](std::string_view text) { return put(text); };
}

Result<void> Output::commit() {
  flush();
  const std::string shown = path_.empty() ? "standard output" : path_;
  if (error_ != 0) {
    return fail(Error::kNoOffset, "cannot write {}: {}", shown, reason(error_));
  }
  if (temporary_.empty()) return {};
  const bool closed = ::close(fd_) == 0;
  fd_ = 1;
  if (!closed || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return fail(Error::kNoOffset, "cannot write {}: {}", shown, reason(errno));
  }
  temporary_.clear();
  return {};
}

bool Output::is_terminal() const { return ::isatty(fd_) == 1; }

}  // namespace cudacompat
