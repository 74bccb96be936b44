// SPDX-License-Identifier: Apache-2.0
#include "base/bytes/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cudacompat {
namespace {

// A file up to this size is read at once: one system call instead of many.
constexpr std::uint64_t kWholeFile = 256u << 10;
// Less than this is never read: a fatbin entry's header and the start of its
// payload then come in one call. Where one window follows the other closely,
// each read is twice as long as the last, up to the most: many small entries in
// a row.
constexpr std::uint64_t kLeastRead = 512;
constexpr std::uint64_t kClose = 1024;
constexpr std::uint64_t kMostAhead = 64u << 10;

std::string system_text(int error) { return std::strerror(error); }

/// Reads until `out` is full or the file ends; returns how many bytes came,
/// or -1 with errno set.
ssize_t read_fully(int fd, std::byte* out, std::size_t n,
                   std::uint64_t offset) {
  std::size_t done = 0;
  while (done < n) {
    const ssize_t got =
        ::pread(fd, out + done, n - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

}  // namespace

struct ByteSource::Impl {
  std::string name;
  int fd = -1;  // -1: all bytes are in `view`
  std::uint64_t size = 0;
  timespec mtime{};
  bool watched = false;  // a file that others may change
  std::vector<std::byte> memory;
  std::span<const std::byte> view;  // of `memory`, or of the caller's bytes
  // The window: bytes [begin, begin + length) of the file.
  std::unique_ptr<std::byte[]> buffer;
  std::uint64_t capacity = 0;
  std::uint64_t begin = 0;
  std::uint64_t length = 0;
  std::uint64_t ahead = kLeastRead;

  ~Impl() {
    if (fd >= 0) ::close(fd);
  }

  Result<void> check(std::uint64_t offset, std::uint64_t n,
                     std::string_view what) const {
    if (offset > size || n > size - offset) {
      return fail(offset, "{} needs {} bytes at offset {}, the file has {}",
                  what, n, offset, size);
    }
    return {};
  }

  Result<void> pread_exactly(std::uint64_t offset, std::byte* out,
                             std::uint64_t n, std::string_view what) const {
    const ssize_t got =
        read_fully(fd, out, static_cast<std::size_t>(n), offset);
    if (got < 0) {
      return fail(offset, "{} at offset {} cannot be read: {}", what, offset,
                  system_text(errno));
    }
    if (static_cast<std::uint64_t>(got) < n) {
      return fail(offset,
                  "{} at offset {} ended after {} of {} bytes: the file was "
                  "cut while it was read",
                  what, offset, got, n);
    }
    return {};
  }

  bool holds(std::uint64_t offset, std::uint64_t n) const {
    return offset >= begin && offset - begin <= length &&
           n <= length - (offset - begin);
  }

  /// Makes [offset, offset + n) part of the window; the range was checked.
  Result<void> fill(std::uint64_t offset, std::uint64_t n,
                    std::string_view what) {
    if (holds(offset, n)) return {};
    if (size <= kWholeFile) {
      offset = 0;
      n = size;
    } else {
      const bool next = offset > begin && offset - begin <= length + kClose;
      ahead = next ? std::min(2 * ahead, kMostAhead) : kLeastRead;
      n = std::min(std::max(n, ahead), size - offset);
    }
    if (n > capacity) {
      buffer.reset(new std::byte[static_cast<std::size_t>(n)]);
      capacity = n;
    }
    length = 0;
    if (auto read = pread_exactly(offset, buffer.get(), n, what); !read) {
      return read;
    }
    begin = offset;
    length = n;
    return {};
  }
};

ByteSource::ByteSource(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Result<ByteSource> ByteSource::open(const std::string& path) {
  if (path == "-") {
    auto spooled = spool_standard_input();
    if (!spooled) return tl::unexpected(spooled.error());
    return from_spooled(std::move(*spooled), "standard input");
  }
  auto impl = std::make_unique<Impl>();
  impl->name = path;
  // O_NONBLOCK: a FIFO without a writer must not hang us.
  impl->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (impl->fd < 0) {
    return fail(Error::kNoOffset, "cannot be opened: {}", system_text(errno));
  }
  struct stat status {};
  if (::fstat(impl->fd, &status) != 0) {
    return fail(Error::kNoOffset, "cannot be read: {}", system_text(errno));
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(Error::kNoOffset, "is not a regular file{}",
                S_ISFIFO(status.st_mode)
                    ? "; give the bytes of a pipe on standard input, as '-'"
                    : "");
  }
  impl->size = static_cast<std::uint64_t>(status.st_size);
  impl->mtime = status.st_mtim;
  impl->watched = true;
  return ByteSource(std::move(impl));
}

ByteSource ByteSource::from_spooled(Spooled spooled, std::string name) {
  auto impl = std::make_unique<Impl>();
  impl->name = std::move(name);
  impl->fd = spooled.fd;
  impl->size = spooled.size;
  impl->memory = std::move(spooled.memory);
  impl->view = impl->memory;
  return ByteSource(std::move(impl));
}

ByteSource ByteSource::from_memory(std::vector<std::byte> bytes,
                                   std::string name) {
  auto impl = std::make_unique<Impl>();
  impl->name = std::move(name);
  impl->size = bytes.size();
  impl->memory = std::move(bytes);
  impl->view = impl->memory;
  return ByteSource(std::move(impl));
}

ByteSource ByteSource::from_view(std::span<const std::byte> bytes,
                                 std::string name) {
  auto impl = std::make_unique<Impl>();
  impl->name = std::move(name);
  impl->size = bytes.size();
  impl->view = bytes;
  return ByteSource(std::move(impl));
}

std::uint64_t ByteSource::size() const { return impl_->size; }
const std::string& ByteSource::name() const { return impl_->name; }

Result<std::span<const std::byte>> ByteSource::window(std::uint64_t offset,
                                                      std::uint64_t n,
                                                      std::string_view what) {
  if (auto checked = impl_->check(offset, n, what); !checked) {
    return tl::unexpected(checked.error());
  }
  if (n > kMaxWindow) {
    return fail(offset,
                "{} has {} bytes, more than the {} that are read at "
                "once",
                what, n, kMaxWindow);
  }
  if (impl_->fd < 0) {
    return impl_->view.subspan(static_cast<std::size_t>(offset),
                               static_cast<std::size_t>(n));
  }
  if (auto filled = impl_->fill(offset, n, what); !filled) {
    return tl::unexpected(filled.error());
  }
  return std::span<const std::byte>(
      impl_->buffer.get() + (offset - impl_->begin),
      static_cast<std::size_t>(n));
}

Result<std::span<const std::byte>> ByteSource::window_up_to(
    std::uint64_t offset, std::uint64_t n, std::string_view what) {
  const std::uint64_t left =
      offset < impl_->size ? impl_->size - offset : std::uint64_t{0};
  return window(offset, std::min(n, left), what);
}

Result<void> ByteSource::read(std::uint64_t offset, std::span<std::byte> out,
                              std::string_view what) {
  if (auto checked = impl_->check(offset, out.size(), what); !checked) {
    return checked;
  }
  if (out.empty()) return {};
  if (impl_->fd < 0) {
    std::memcpy(out.data(), impl_->view.data() + offset, out.size());
    return {};
  }
  if (impl_->size <= kWholeFile || impl_->holds(offset, out.size())) {
    if (auto filled = impl_->fill(offset, out.size(), what); !filled) {
      return filled;
    }
    std::memcpy(out.data(), impl_->buffer.get() + (offset - impl_->begin),
                out.size());
    return {};
  }
  return impl_->pread_exactly(offset, out.data(), out.size(), what);
}

Result<void> ByteSource::unchanged() const {
  if (!impl_->watched) return {};
  struct stat status {};
  if (::fstat(impl_->fd, &status) != 0) {
    return fail(Error::kNoOffset, "cannot be looked at again: {}",
                system_text(errno));
  }
  if (static_cast<std::uint64_t>(status.st_size) != impl_->size ||
      status.st_mtim.tv_sec != impl_->mtime.tv_sec ||
      status.st_mtim.tv_nsec != impl_->mtime.tv_nsec) {
    return fail(Error::kNoOffset,
                "changed while it was read ({} bytes at first, {} now)",
                impl_->size, status.st_size);
  }
  return {};
}

}  // namespace cudacompat
