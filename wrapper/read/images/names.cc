// SPDX-License-Identifier: Apache-2.0
#include "read/images/image.h"

namespace cudacompat {

std::string_view to_string(ImageKind kind) {
  switch (kind) {
    case ImageKind::sass:
      return "sass";
    case ImageKind::ptx:
      return "ptx";
    case ImageKind::lto_ir:
      return "lto-ir";
    case ImageKind::tile_ir:
      return "tile-ir";
    case ImageKind::unknown:
      break;
  }
  return "unknown";
}

std::string_view to_string(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "none";
    case Compression::lz4:
      return "lz4";
    case Compression::zstd:
      return "zstd";
    case Compression::unknown:
      break;
  }
  return "unknown";
}

std::string_view to_string(ContainerRole role) {
  switch (role) {
    case ContainerRole::linked:
      return "linked";
    case ContainerRole::relocatable:
      return "relocatable";
    case ContainerRole::plain:
      break;
  }
  return "plain";
}

}  // namespace cudacompat
