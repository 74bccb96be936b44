// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/image_names.h"

#include <fmt/format.h>

#include "base/text/printable.h"

namespace cudacompat {

std::string container_id(const Place& place, std::uint64_t offset) {
  return fmt::format(
      "{}{}{}@{:#x}", printable(place.member), place.member.empty() ? "" : ":",
      place.section.empty() ? "bare" : printable(place.section), offset);
}

Place place_of(const Container& container) {
  return {container.section, container.member, container.unit};
}

std::string arch_name(ImageKind kind, Arch arch, bool known) {
  const std::string_view prefix = kind == ImageKind::sass     ? "sm_"
                                  : kind == ImageKind::ptx    ? "compute_"
                                  : kind == ImageKind::lto_ir ? "lto_"
                                                              : "";
  return fmt::format("{}{}{}", prefix, to_string(arch), known ? "" : "?");
}

std::string image_label(const ImageFacts& image) {
  const std::string name = arch_name(image.kind, image.arch, image.arch_known);
  switch (image.kind) {
    case ImageKind::sass:
      return name + " SASS";
    case ImageKind::ptx:
      return name + " PTX " +
             (image.ptx_isa ? to_string(*image.ptx_isa) : "of unknown ISA");
    case ImageKind::lto_ir:
      return name + " LTO-IR";
    case ImageKind::tile_ir:
      return name + " Tile IR";
    case ImageKind::unknown:
      break;
  }
  return name + " image of unknown kind";
}

std::string_view to_string(FileKind file) {
  switch (file) {
    case FileKind::relocatable_object:
      return "object";
    case FileKind::linked_product:
      return "linked";
    case FileKind::archive:
      return "archive";
    case FileKind::bare:
      return "bare";
    case FileKind::no_device_code:
      break;
  }
  return "none";
}

std::string arch_numbers(const std::vector<Arch>& archs) {
  std::string out;
  for (const Arch arch : archs) {
    if (!out.empty()) out += ' ';
    out += to_string(arch);
  }
  return out;
}

}  // namespace cudacompat
