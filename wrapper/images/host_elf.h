#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bytes/faults.h"
#include "containers/elf.h"
#include "images/image.h"

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
  std::optional<ElfSection> symbols, dynamic_symbols, dynamic, code, read_only;
};

/// Goes once through the section table.
DeviceSections find_device_sections(ElfSections& sections, bool linked,
                                    const Faults& faults);

/// Where in the file the containers lie that a device link made: what wrappers
/// of version 2 point to, in ascending order. A wrapper is {u32 magic
/// 0x466243B1, u32 version, u64 data, u64 other}, version and meaning as in
/// fatbinary_section.h of the CUDA toolkit. The pointer stands in the section
/// (GNU ld), in .rela.dyn (lld), or in an object's own relocation.
std::vector<std::uint64_t> find_linked_containers(ElfSections& sections,
                                                  const DeviceSections& device,
                                                  bool linked,
                                                  const Faults& faults);

}  // namespace cudacompat
