// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes/error_sink.h"
#include "read/containers/elf.h"

namespace cudacompat {

/// The sections of a host file that hold or describe device code.
struct DeviceSections {
  struct Part {
    ElfSection section;
    enum class Kind : std::uint8_t { fatbin, relocatable, offload } kind;
  };
  std::vector<Part> parts;           // by offset; none overlaps another
  std::vector<ElfSection> wrappers;  // .nvFatBinSegment
  std::vector<ElfSection> relocations;
  std::vector<ElfSection> data;  // of the program: .rodata, .data and others
  std::optional<ElfSection> symbols, dynamic_symbols, dynamic, code, read_only;
};

/// Goes once through the section table.
DeviceSections find_device_sections(ElfSections& sections, bool linked,
                                    const ErrorSink& faults);

}  // namespace cudacompat
