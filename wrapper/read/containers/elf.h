// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/bytes/byte_source.h"

namespace cudacompat {

inline constexpr std::uint16_t kElfRelocatable = 1;  // ET_REL
inline constexpr std::uint16_t kElfExecutable = 2;   // ET_EXEC
inline constexpr std::uint16_t kElfShared = 3;       // ET_DYN
inline constexpr std::uint16_t kElfMachineCuda = 190;
inline constexpr std::uint64_t kElfHeaderSize = 64;

/// The header of an ELF file of 64 bits, little endian, of any machine.
struct ElfHeader {
  std::uint8_t osabi = 0, abi_version = 0;
  std::uint16_t type = 0, machine = 0;
  std::uint32_t version = 0;  // e_version: a toolkit number in old cubins
  std::uint64_t program_headers = 0, section_headers = 0;
  std::uint32_t flags = 0;
  std::uint16_t program_header_size = 0, program_header_count = 0;
  std::uint16_t section_header_size = 0;
  std::uint32_t section_count = 0;  // before extended numbering is looked up
  std::uint32_t name_section = 0;
};

bool is_elf(std::span<const std::byte> bytes);
/// Reads the first 64 bytes. Fails for 32-bit and big-endian files.
/// e_version is not checked (cubins put other numbers there).
Result<ElfHeader> parse_elf_header(std::span<const std::byte> bytes,
                                   std::uint64_t offset);

struct ElfSection {
  std::uint32_t index = 0;
  std::uint32_t name = 0;  // offset in the section name table
  std::uint32_t type = 0;
  std::uint64_t flags = 0, address = 0, offset = 0, size = 0;
  std::uint32_t link = 0, info = 0;
  std::uint64_t entry_size = 0;
  bool has_bytes() const { return type != 8 && type != 0; }  // NOBITS, NULL
};

/// An ELF file's sections, read in order through a small buffer; names are
/// looked up only when asked for. Memory does not grow with the file.
class ElfSections {
 public:
  /// Finds the section table, extended numbering included (e_shnum of 0,
  /// e_shstrndx of 0xffff: the numbers stand in section 0).
  static Result<ElfSections> open(const Region& file, const ElfHeader& header);

  std::uint32_t count() const { return count_; }
  /// Section `index`; fails where it lies outside the file.
  Result<ElfSection> at(std::uint32_t index);
  /// True where the section's name is exactly `name`.
  bool named(const ElfSection& section, std::string_view wanted);
  /// The section's name, cut to 255 bytes; empty where it cannot be read.
  std::string_view name(const ElfSection& section);
  /// True where the header points outside the section names.
  bool name_is_lost(const ElfSection& section) const {
    return section.name >= (names_ ? names_->size() : 1);
  }
  /// The bytes of a section, or an error with both numbers.
  Result<Region> bytes(const ElfSection& section, std::string_view what) const;

 private:
  ElfSections(const Region& file, const ElfHeader& header)
      : file_(file), header_(header) {}

  /// Fills name_bytes_ from there on.
  bool load_names(std::uint64_t at);

  static constexpr std::uint32_t kBatch = 32;
  Region file_;
  ElfHeader header_;
  std::uint32_t count_ = 0;
  std::optional<Region> names_;
  std::uint32_t batch_ = 0;  // first section in the buffer
  std::uint32_t loaded_ = 0;
  std::array<std::byte, kBatch * 64> buffer_;
  std::uint64_t names_at_ = 0;  // offset of the name bytes held
  std::size_t names_held_ = 0;
  std::array<std::byte, 4096> name_bytes_;
};

struct ElfSymbol {
  std::uint32_t name = 0;  // offset in the string table
  std::uint8_t info = 0, other = 0;
  std::uint16_t section = 0;
  std::uint64_t value = 0, size = 0;
  std::uint8_t type() const { return info & 0xf; }
};
inline constexpr std::uint64_t kElfSymbolSize = 24;
inline constexpr std::uint8_t kSymbolNoType = 0, kSymbolObject = 1,
                              kSymbolFunction = 2, kSymbolSection = 3,
                              kSymbolFile = 4;
ElfSymbol parse_elf_symbol(std::span<const std::byte> bytes);

/// A symbol table and the names of its symbols, each read when asked for.
class ElfSymbols {
 public:
  static Result<ElfSymbols> open(ElfSections& sections,
                                 const ElfSection& table);

  std::uint64_t count() const { return table_.size() / kElfSymbolSize; }
  Result<ElfSymbol> at(std::uint64_t index) const;
  /// Cut to `limit` bytes; valid until the file is read again.
  Result<std::string_view> name(const ElfSymbol& symbol,
                                std::uint64_t limit) const;

 private:
  ElfSymbols(const Region& table, const Region& names)
      : table_(table), names_(names) {}
  Region table_, names_;
};

}  // namespace cudacompat
