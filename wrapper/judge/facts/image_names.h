// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/facts/artifact.h"

namespace cudacompat {

// How files, containers and images are named in every report.

/// Names a container within its file, the same in each report and run:
/// ".nv_fatbin@0x1c40", "k1.o:.nv_fatbin@0x40", "bare@0x0". The number is the
/// offset in the file (in the member's own file where an archive is thin).
std::string container_id(const Place& place, std::uint64_t offset);
Place place_of(const Container& container);

/// "sm_90a", "compute_80": an architecture as nvcc names code of this kind.
std::string arch_name(ImageKind kind, Arch arch, bool known);
/// "sm_90a SASS", "compute_80 PTX 9.0", "lto_80 LTO-IR".
std::string image_label(const ImageFacts& image);

/// "object", "linked", "archive", "bare", "none".
std::string_view to_string(FileKind file);

/// "75 80 90a"
std::string arch_numbers(const std::vector<Arch>& archs);

}  // namespace cudacompat
