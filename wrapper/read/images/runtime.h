// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/bytes/error_sink.h"
#include "read/containers/elf.h"
#include "read/images/device_sections.h"
#include "read/images/image.h"

namespace cudacompat {

/// What a linked file's dynamic section and code say of the CUDA runtime that
/// it needs or holds. A static runtime is looked for only where no shared one
/// is needed.
RuntimeFacts find_runtime(ElfSections& sections, const DeviceSections& device,
                          std::uint16_t machine, const ErrorSink& faults);

}  // namespace cudacompat
