// SPDX-License-Identifier: Apache-2.0
#include "read/images/embedded_fatbins.h"

#include <optional>
#include <string_view>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

// Magic, version 1, a header of 16 bytes.
constexpr std::string_view kContainer("\x50\xed\x55\xba\x01\x00\x10\x00", 8);

/// Where the first container starts, counted from the region's start.
Result<std::optional<std::uint64_t>> first_container(const Region& data) {
  std::uint64_t from = 0;
  while (data.size() - from >= kContainer.size()) {
    auto bytes = data.window_up_to(from, ByteSource::kMaxWindow, "data");
    if (!bytes) return tl::unexpected(bytes.error());
    const std::size_t at = as_text(*bytes).find(kContainer);
    if (at != std::string_view::npos) return from + at;
    // One may lie across the border.
    from += bytes->size() - (kContainer.size() - 1);
  }
  return std::nullopt;
}

}  // namespace

void find_embedded_fatbins(ElfSections& sections, const DeviceSections& device,
                           const ErrorSink& faults) {
  std::uint64_t searched = 0;
  for (const ElfSection& section : device.data) {
    auto data = sections.bytes(section, "data");
    if (!data) return faults(data.error());
    // Sections that claim the same bytes would have them read many times over.
    searched += data->size();
    if (searched > data->source().size()) return;
    auto at = first_container(*data);
    if (!at) return faults(at.error());
    if (!*at) continue;
    return faults(
        {fmt::format("device code stands in section {}, where the program "
                     "loads it by itself: which GPUs it is for is not read",
                     sections.name(section)),
         data->base() + **at});
  }
}

}  // namespace cudacompat
