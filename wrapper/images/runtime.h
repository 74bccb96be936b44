#pragma once

#include "bytes/faults.h"
#include "containers/elf.h"
#include "images/host_elf.h"
#include "images/image.h"

namespace cudacompat {

/// What a linked file's dynamic section and read-only data say of the CUDA
/// runtime in it.
RuntimeFacts find_runtime(ElfSections& sections, const DeviceSections& device,
                          const Faults& faults);

}  // namespace cudacompat
