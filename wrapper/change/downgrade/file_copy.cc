// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/file_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> system_error(const std::string& path, const char* what) {
  return fail(Error::kNoOffset, "{} cannot be {}: {}", path, what,
              std::strerror(errno));
}

/// Linux's integrity measurement signs a file's bytes; capabilities are lost
/// with the file that has them.
Result<void> may_be_replaced(const std::string& path) {
  struct stat s {};
  if (stat(path.c_str(), &s) != 0) return {};  // nothing is there
  if (!S_ISREG(s.st_mode)) {
    return fail(Error::kNoOffset, "{} is not a regular file", path);
  }
  struct Mark {
    const char* name;
    const char* what;
  };
  constexpr std::array kMarks = {
      Mark{"security.ima", "is signed (security.ima)"},
      Mark{"security.evm", "is signed (security.evm)"},
      Mark{"security.capability",
           "has capabilities, which a new file at its "
           "place would lose (security.capability)"},
  };
  for (const Mark& mark : kMarks) {
    if (getxattr(path.c_str(), mark.name, nullptr, 0) < 0) continue;
    return fail(
        Error::kNoOffset,
        "{} {}: downgrade it before that is done, or to another file (-o)",
        path, mark.what);
  }
  return {};
}

}  // namespace

FileCopy::FileCopy(const std::string& out) {
  std::error_code error;
  const fs::path real = fs::canonical(out, error);
  out_ = error ? out : real.string();
}

FileCopy::~FileCopy() {
  if (made_) unlink(path_.c_str());
}

Result<void> FileCopy::make_empty(const std::string& original) {
  if (auto may = may_be_replaced(out_); !may) return may;
  // A name of its own: never a file, or a link, that somebody put there.
  path_ = out_ + ".cudacompat-XXXXXX";
  const int fd = mkostemp(path_.data(), O_CLOEXEC);
  if (fd < 0) return system_error(out_, "written");
  close(fd);
  made_ = true;
  struct stat s {};
  if (stat(original.c_str(), &s) != 0) return system_error(original, "read");
  mode_ = s.st_mode & 07777;
  return {};
}

Result<void> FileCopy::make(const std::string& original) {
  if (auto made = make_empty(original); !made) return made;
  std::error_code error;
  fs::copy_file(original, path_, fs::copy_options::overwrite_existing, error);
  if (error) {
    return fail(Error::kNoOffset, "{} cannot be copied to {}: {}", original,
                path_, error.message());
  }
  // A compiler's product may be read-only; the copy is ours for now.
  if (chmod(path_.c_str(), S_IRUSR | S_IWUSR) != 0)
    return system_error(path_, "written");
  return {};
}

Result<void> FileCopy::write(const std::vector<Patch>& patches) {
  const int fd = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path_, "written");
  Result<void> done;
  for (const Patch& patch : patches) {
    std::size_t at = 0;
    while (done && at < patch.bytes.size()) {
      const ssize_t n =
          pwrite(fd, patch.bytes.data() + at, patch.bytes.size() - at,
                 static_cast<off_t>(patch.offset + at));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        done = system_error(path_, "written");
      } else {
        at += static_cast<std::size_t>(n);
      }
    }
  }
  if (close(fd) != 0 && done) return system_error(path_, "written");
  return done;
}

Result<void> FileCopy::place() {
  if (chmod(path_.c_str(), mode_) != 0) return system_error(path_, "written");
  if (std::rename(path_.c_str(), out_.c_str()) != 0)
    return system_error(out_, "replaced");
  made_ = false;
  return {};
}

}  // namespace cudacompat
