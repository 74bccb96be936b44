// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/elf_writer.h"

namespace cudacompat::testing {

/// A small device ELF (machine 190), as ptxas writes it. Two header layouts
/// exist, both seen with ptxas 12.2.140, 12.8.93 and 13.5.37:
///  ABI 7: OSABI 0x33, e_version is the toolkit (0x7a: 12.2), the arch is the
///         low byte of e_flags, 'a' is bit 0x800
///  ABI 8: OSABI 0x41, e_version 1, the arch is bits 8..15 of e_flags; 'a' is
///  told by
///         .nv.compat, 'f' and the toolkit by .note.nv.tkinfo
struct CubinSpec {
  std::string arch = "80";  // "90a" (ABI 7 and 8), "100f" (ABI 8)
  std::uint8_t abi = 8;
  std::string toolkit = "13.0";
  bool toolkit_note = true;  // ABI 8 only
  bool relocatable = false;  // ET_REL: input of a device link
  std::vector<std::string> kernels = {"kernel"};
  std::vector<std::string> functions;  // device functions, not kernels
  std::vector<std::string> variables;  // .nv.global
  std::size_t padding = 0;             // more code bytes in each kernel
};

ElfSpec cubin_elf(const CubinSpec& spec);
Bytes write_cubin(const CubinSpec& spec);
/// As write_cubin of the arch with everything else as it is by default.
Bytes write_cubin(std::string_view arch);
/// What a link step leaves behind: no kernel, function or variable.
Bytes write_empty_cubin(std::string_view arch);

/// ".version ISA", ".target sm_ARCH", one entry called `kernel`.
std::string ptx_text(std::string_view arch, std::string_view isa,
                     std::string_view kernel = "kernel");

}  // namespace cudacompat::testing
