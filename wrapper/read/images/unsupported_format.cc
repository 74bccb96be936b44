// SPDX-License-Identifier: Apache-2.0
#include "read/images/unsupported_format.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

struct Packed {
  std::string_view magic;
  std::string_view what;
};

constexpr Packed kPacked[] = {
    {"PK\x03\x04", "a zip archive"},
    {"\x1f\x8b", "a gzip file"},
    {"\xfd"
     "7zXZ",
     "an xz file"},
    {"\x28\xb5\x2f\xfd", "a zstd file"},
    {"BZh", "a bzip2 file"},
};

constexpr std::string_view kDeviceNames[] = {".ptx", ".cubin", ".fatbin"};

}  // namespace

bool is_windows_file(std::span<const std::byte> head) {
  return as_text(head).starts_with("MZ");
}

bool is_named_as_code(std::string_view name) {
  return std::ranges::any_of(kDeviceNames, [&](std::string_view ending) {
    return name.ends_with(ending);
  });
}

std::optional<std::string> unsupported_format(std::span<const std::byte> head,
                                              std::string_view name) {
  const std::string_view start = as_text(head);
  for (const Packed& packed : kPacked)
    if (start.starts_with(packed.magic))
      return fmt::format(
          "this is {}, which is not read: unpack it and name "
          "the files inside",
          packed.what);
  if (is_windows_file(head))
    return "this is a Windows file (PE), which is not read";
  if (start.empty()) return "the file is empty";
  if (!is_named_as_code(name)) return std::nullopt;
  return fmt::format(
      "the file is named {}, but starts as none of the forms of device code do",
      name.substr(name.rfind('.')));
}

}  // namespace cudacompat
