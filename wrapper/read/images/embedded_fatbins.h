// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bytes/error_sink.h"
#include "read/containers/elf.h"
#include "read/images/device_sections.h"

namespace cudacompat {

/// A fault where a fatbin stands among the program's own data. Meant for a
/// linked file whose sections of device code hold nothing but leftovers of link
/// steps: without it such a file would pass as one without device code. cuFFT
/// 11.4 (CUDA 12.9) is one: 24453 fatbins in .ldata, which it loads by itself,
/// one for each GPU, and one empty cubin in .nv_fatbin.
void find_embedded_fatbins(ElfSections& sections, const DeviceSections& device,
                           const ErrorSink& faults);

}  // namespace cudacompat
