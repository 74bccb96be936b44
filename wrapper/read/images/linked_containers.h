// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes/error_sink.h"
#include "read/containers/elf.h"
#include "read/images/device_sections.h"

namespace cudacompat {

/// Where in the file the containers lie that a device link made: what wrappers
/// of version 2 point to, in ascending order. A wrapper is {u32 magic
/// 0x466243B1, u32 version, u64 data, u64 other}, version and meaning as in
/// fatbinary_section.h of the CUDA toolkit. The pointer stands in the section
/// (GNU ld), in .rela.dyn (lld), or in an object's own relocation.
std::vector<std::uint64_t> find_linked_containers(ElfSections& sections,
                                                  const DeviceSections& device,
                                                  bool linked,
                                                  const ErrorSink& faults);

}  // namespace cudacompat
