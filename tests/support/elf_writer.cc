// SPDX-License-Identifier: Apache-2.0
#include "support/elf_writer.h"

namespace cudacompat::testing {
namespace {

constexpr std::uint64_t kEhdrSize = 64;
constexpr std::uint64_t kPhdrSize = 56;
constexpr std::uint32_t kStringTable = 3, kSymbolTable = 2, kNoBits = 8;
constexpr std::uint32_t kDynamic = 6;
constexpr std::uint64_t kAlloc = 2;

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return alignment < 2 ? offset
                       : (offset + alignment - 1) / alignment * alignment;
}

/// Appends text and a NUL; returns where it starts.
std::uint64_t intern(Bytes& table, const std::string& text) {
  const std::uint64_t at = table.size();
  const Bytes bytes = to_bytes(text);
  table.insert(table.end(), bytes.begin(), bytes.end());
  table.push_back(std::byte{0});
  return at;
}

void add_symbols(const ElfSpec& spec, std::vector<ElfSection>& sections) {
  if (spec.symbols.empty() && !spec.symbol_table) return;
  ElfSection names{.name = ".strtab", .type = kStringTable, .align = 1};
  names.data.push_back(std::byte{0});
  ByteWriter table;
  table.zeros(24);
  std::uint32_t locals = 1;
  for (const ElfSymbol& s : spec.symbols) {
    if (s.info >> 4 == 0) ++locals;
    table.u32(intern(names.data, s.name)).u8(s.info).u8(s.other);
    table.u16(s.section).u64(s.value).u64(s.size);
  }
  ElfSection symbols{.name = ".symtab", .type = kSymbolTable};
  symbols.entry_size = 24;
  symbols.info = locals;
  symbols.data = table.take();
  sections.push_back(std::move(names));
  symbols.link = static_cast<std::uint32_t>(sections.size());
  sections.push_back(std::move(symbols));
}

std::uint64_t program_headers(const ElfSpec& spec) {
  if (spec.load_address == 0) return 0;
  std::uint64_t n = 1;
  for (const ElfSection& s : spec.sections) n += s.type == kDynamic ? 1 : 0;
  return n;
}

/// File offsets of the sections, in order.
std::vector<std::uint64_t> lay_out(const ElfSpec& spec,
                                   const std::vector<ElfSection>& sections) {
  std::vector<std::uint64_t> offsets;
  std::uint64_t at = kEhdrSize + kPhdrSize * program_headers(spec);
  for (const ElfSection& s : sections) {
    at = aligned(at, s.align);
    offsets.push_back(at);
    if (s.type != kNoBits) at += s.data.size();
  }
  return offsets;
}

void write_phdr(ByteWriter& out, std::uint32_t type, std::uint32_t flags,
                std::uint64_t offset, std::uint64_t address, std::uint64_t size,
                std::uint64_t alignment) {
  out.u32(type).u32(flags).u64(offset).u64(address).u64(address);
  out.u64(size).u64(size).u64(alignment);
}

}  // namespace

std::uint64_t section_offset(const ElfSpec& spec, std::size_t index) {
  return lay_out(spec, spec.sections).at(index - 1);
}

Bytes write_elf(const ElfSpec& spec) {
  std::vector<ElfSection> sections = spec.sections;
  add_symbols(spec, sections);
  ElfSection names{.name = ".shstrtab", .type = kStringTable, .align = 1};
  names.data.push_back(std::byte{0});
  std::vector<std::uint64_t> name_offsets;
  for (const ElfSection& s : sections) {
    name_offsets.push_back(intern(names.data, s.name));
  }
  name_offsets.push_back(intern(names.data, names.name));
  sections.push_back(std::move(names));

  const std::vector<std::uint64_t> offsets = lay_out(spec, sections);
  const std::uint64_t end = offsets.back() + sections.back().data.size();
  const std::uint64_t table = aligned(end, 8);
  const std::uint64_t phdrs = program_headers(spec);

  ByteWriter out;
  out.u8(0x7f).text("ELF").u8(2).u8(1).u8(1);
  out.u8(spec.osabi).u8(spec.abi_version).zeros(7);
  out.u16(spec.type).u16(spec.machine).u32(spec.version).u64(0);
  out.u64(phdrs == 0 ? 0 : kEhdrSize);
  out.u64(spec.section_table_offset.value_or(table)).u32(spec.flags);
  out.u16(kEhdrSize).u16(kPhdrSize).u16(phdrs).u16(64);
  out.u16(spec.section_count.value_or(
      static_cast<std::uint16_t>(sections.size() + 1)));
  out.u16(
      spec.section_names.value_or(static_cast<std::uint16_t>(sections.size())));

  if (phdrs > 0) {
    write_phdr(out, 1, 7, 0, spec.load_address, table, 0x1000);
    for (std::size_t i = 0; i < spec.sections.size(); ++i) {
      if (sections[i].type != kDynamic) continue;
      write_phdr(out, 2, 6, offsets[i], spec.load_address + offsets[i],
                 sections[i].data.size(), 8);
    }
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    out.zeros(offsets[i] - out.size());
    if (sections[i].type != kNoBits) out.bytes(sections[i].data);
  }
  out.align(8).zeros(64);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const ElfSection& s = sections[i];
    const bool loaded = spec.load_address != 0 && (s.flags & kAlloc) != 0;
    out.u32(name_offsets[i]).u32(s.type).u64(s.flags);
    out.u64(loaded ? spec.load_address + offsets[i] : s.address);
    out.u64(s.offset.value_or(offsets[i])).u64(s.size.value_or(s.data.size()));
    out.u32(s.link).u32(s.info).u64(s.align).u64(s.entry_size);
  }
  return out.take();
}

}  // namespace cudacompat::testing
