// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bytes/error_sink.h"
#include "read/containers/elf.h"
#include "read/images/device_sections.h"

namespace cudacompat {

/// A fault where a linked product calls __cudaRegisterLinkedBinary_<unit> and
/// does not define it: the host code of every `nvcc -dc` object calls one, and
/// the device link that took the object in defines it (seen with nvcc 13.0). A
/// shared library without it links, and fails when it is loaded.
void find_unlinked_units(ElfSections& sections, const DeviceSections& device,
                         const ErrorSink& faults);

}  // namespace cudacompat
