#include "cli/inputs.h"

#include <sys/stat.h>

#include <algorithm>
#include <span>

namespace cudacompat {

Result<ByteSource> open_input(const std::string& path, const char* command) {
  struct stat status = {};
  if (path != "-" && ::stat(path.c_str(), &status) == 0 &&
      S_ISDIR(status.st_mode)) {
    return fail(Error::kNoOffset,
                "it is a directory; name its files: cudacompat {} {}/*",
                command, path == "/" ? "" : path);
  }
  return ByteSource::open(path);
}

Result<std::string> read_text(const std::string& path, std::uint64_t limit) {
  Result<ByteSource> source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  if (source->size() > limit) {
    return fail(Error::kNoOffset, "it has {} bytes; at most {} are read",
                source->size(), limit);
  }
  std::string text(static_cast<std::size_t>(source->size()), '\0');
  const Result<void> read = source->read(
      0, std::as_writable_bytes(std::span(text.data(), text.size())), "text");
  if (!read) return tl::unexpected(read.error());
  return text;
}

}  // namespace cudacompat
