// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/inputs.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <span>

#include "read/containers/zip.h"
#include "read/images/zip_code.h"

namespace cudacompat {

namespace {

/// nullopt: nothing of it may be device code.
std::optional<Result<ByteSource>> open_member(ZipReader& zip,
                                              std::size_t index) {
  const std::string& name = zip.members()[index].name;
  Spool spool(name);
  const auto unpacked = unpack_code(
      zip, index,
      [&](std::span<const std::byte> piece) { return spool.put(piece); });
  if (!unpacked) return tl::unexpected(unpacked.error());
  if (!*unpacked) return std::nullopt;
  return ByteSource::from_spooled(spool.take(), name);
}

/// Whether the report tells of any.
Result<bool> visit_members(ByteSource& source, const std::string& path,
                           const std::function<bool(Input&)>& visit) {
  auto zip = ZipReader::open(source);
  if (!zip) return tl::unexpected(zip.error());
  bool reported = false;
  for (std::size_t i = 0; i < zip->members().size(); ++i) {
    auto opened = open_member(*zip, i);
    if (!opened) continue;
    Input member{path + "/" + zip->members()[i].name, true, std::move(*opened)};
    reported = visit(member) || reported;
  }
  if (auto same = source.unchanged(); !same)
    return tl::unexpected(same.error());
  return reported;
}

}  // namespace

bool is_zip(ByteSource& source) {
  if (source.name().ends_with(".whl")) return true;
  const auto head = source.window_up_to(0, 8, "file");
  return head && ZipReader::is_zip(*head);
}

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

bool visit_inputs(const std::string& path, const char* command,
                  const std::function<bool(Input&)>& visit) {
  Input whole{path, false, open_input(path, command)};
  if (whole.source && is_zip(*whole.source)) {
    const auto visited = visit_members(*whole.source, path, visit);
    if (visited) return *visited;
    whole.source = tl::unexpected(visited.error());
  }
  return visit(whole);
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
