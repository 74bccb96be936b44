#include "images/unread.h"

#include <fmt/format.h>

namespace cudacompat {
namespace {

struct Packed {
  std::string_view magic;
  std::string_view what;
};

constexpr Packed kPacked[] = {
    {"PK\x03\x04",       "a zip archive (as a wheel is)"},
    {"\x1f\x8b",         "a gzip file"                  },
    {"\xfd"
     "7zXZ",        "an xz file"                   },
    {"\x28\xb5\x2f\xfd", "a zstd file"                  },
    {"BZh",              "a bzip2 file"                 },
};

constexpr std::string_view kDeviceNames[] = {".ptx", ".cubin", ".fatbin"};

}  // namespace

std::optional<std::string> unread_reason(std::span<const std::byte> head,
                                         std::string_view name) {
  const std::string_view start(reinterpret_cast<const char*>(head.data()),
                               head.size());
  for (const Packed& packed : kPacked)
    if (start.starts_with(packed.magic))
      return fmt::format(
          "this is {}, which is not read: unpack it and name "
          "the files inside",
          packed.what);
  if (start.starts_with("MZ"))
    return "this is a Windows file (PE), which is not read";
  if (start.empty()) return "the file is empty";
  for (const std::string_view ending : kDeviceNames)
    if (name.ends_with(ending))
      return fmt::format(
          "the file is named {}, but starts as none of the "
          "forms of device code do",
          ending);
  return std::nullopt;
}

}  // namespace cudacompat
