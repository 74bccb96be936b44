// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "read/containers/elf.h"

namespace cudacompat {

/// "tmpxft_00000d05_00000000-6_k1.compute_90.cudafe1.cpp" is "k1.cu": nvcc
/// compiles a file of its own making and the object remembers that one's name
/// (measured with nvcc 13.0 and 13.5). The name of a link step's file
/// ("link.stub") is not a unit: empty. Any other name stays as it is.
std::string unit_name(std::string_view file_symbol);

/// Finds the source file of a container by the host file's symbol table: the
/// last FILE symbol before the one (fatbinData) that marks the container's
/// start. One pass over the table for each section, in constant memory.
class UnitFinder {
 public:
  /// `symbols` is .symtab; nullopt: no unit is ever found (stripped file).
  UnitFinder(ElfSections& sections, std::optional<ElfSection> symbols,
             bool relocatable_object);

  /// The unit of the container at `offset` of a section, or empty. Offsets
  /// must ascend within one section.
  std::string unit_at(const ElfSection& section, std::uint64_t offset);

 private:
  struct Mark {
    std::uint64_t value = 0;
    std::uint32_t file = 0;  // name of the FILE symbol, 0: none
  };
  std::optional<Mark> next_mark();
  std::optional<ElfSymbol> next_symbol();
  std::string name_of(std::uint32_t file) const;

  bool relocatable_object_;
  std::optional<Region> symbols_, names_;
  std::uint64_t count_ = 0;
  std::uint64_t at_ = 0;
  std::uint32_t section_ = 0;  // whose marks are looked for
  std::uint32_t file_ = 0;
  std::uint32_t files_ = 0;
  std::optional<Mark> mark_;
  static constexpr std::uint64_t kBatch = 128;
  std::uint64_t batch_ = 0;
  std::uint64_t loaded_ = 0;
  std::array<std::byte, kBatch * kElfSymbolSize> buffer_;
};

}  // namespace cudacompat
