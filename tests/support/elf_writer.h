// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/byte_writer.h"

namespace cudacompat::testing {

/// One section of an ELF64 file. `offset` and `size` override what the header
/// says, not what is written.
struct ElfSection {
  std::string name;
  std::uint32_t type = 1;   // SHT_PROGBITS
  std::uint64_t flags = 0;  // 2: SHF_ALLOC
  std::uint64_t address = 0;
  Bytes data = {};
  std::uint32_t link = 0, info = 0;
  std::uint64_t align = 8, entry_size = 0;
  std::optional<std::uint64_t> offset = {}, size = {};
};

struct ElfSymbol {
  std::string name;
  std::uint8_t info = 0, other = 0;  // info: binding << 4 | type
  std::uint16_t section = 0;
  std::uint64_t value = 0, size = 0;
};

/// A little-endian ELF64 file. The null section, then `sections` (the first is
/// section 1), then .strtab and .symtab where `symbols` is not empty, then
/// .shstrtab, then the section headers at the end of the file.
struct ElfSpec {
  std::uint16_t type = 1;      // ET_REL
  std::uint16_t machine = 62;  // EM_X86_64
  std::uint8_t osabi = 0, abi_version = 0;
  std::uint32_t version = 1;  // e_version
  std::uint32_t flags = 0;    // e_flags
  std::vector<ElfSection> sections;
  std::vector<ElfSymbol> symbols;
  bool symbol_table = false;  // even where `symbols` is empty
  /// Where the file is loaded; not 0: one PT_LOAD maps the whole file there
  /// and each SHF_ALLOC section gets its address.
  std::uint64_t load_address = 0;
  /// What the header should say instead of the truth.
  std::optional<std::uint64_t> section_table_offset;
  std::optional<std::uint16_t> section_count, section_names;
};

Bytes write_elf(const ElfSpec& spec);

/// Where the data of section `index` (1: the first of spec.sections) starts in
/// write_elf(spec).
std::uint64_t section_offset(const ElfSpec& spec, std::size_t index);

}  // namespace cudacompat::testing
