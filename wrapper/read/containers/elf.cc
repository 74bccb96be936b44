// SPDX-License-Identifier: Apache-2.0
#include "read/containers/elf.h"

#include <algorithm>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kSectionHeader = 64;
constexpr std::uint32_t kExtended = 0xffff;  // SHN_XINDEX
constexpr std::size_t kLongestName = 255;

ElfSection parse_section(std::span<const std::byte> bytes,
                         std::uint32_t index) {
  LittleEndian in(bytes);
  ElfSection section;
  section.index = index;
  section.name = in.u32(0);
  section.type = in.u32(4);
  section.flags = in.u64(8);
  section.address = in.u64(16);
  section.offset = in.u64(24);
  section.size = in.u64(32);
  section.link = in.u32(40);
  section.info = in.u32(44);
  section.entry_size = in.u64(56);
  return section;
}

}  // namespace

bool is_elf(std::span<const std::byte> bytes) {
  return as_text(bytes).starts_with(
      "\x7f"
      "ELF");
}

Result<ElfHeader> parse_elf_header(std::span<const std::byte> bytes,
                                   std::uint64_t offset) {
  if (bytes.size() < kElfHeaderSize) {
    return fail(offset, "ELF header needs {} bytes, there are {}",
                kElfHeaderSize, bytes.size());
  }
  LittleEndian in(bytes);
  if (in.u8(4) != 2 || in.u8(5) != 1) {
    return fail(offset,
                "ELF class {} with data encoding {} is not read; only 64-bit "
                "little endian (2, 1) holds CUDA code",
                in.u8(4), in.u8(5));
  }
  ElfHeader header;
  header.osabi = in.u8(7);
  header.abi_version = in.u8(8);
  header.type = in.u16(16);
  header.machine = in.u16(18);
  header.version = in.u32(20);
  header.program_headers = in.u64(32);
  header.section_headers = in.u64(40);
  header.flags = in.u32(48);
  header.program_header_size = in.u16(54);
  header.program_header_count = in.u16(56);
  header.section_header_size = in.u16(58);
  header.section_count = in.u16(60);
  header.name_section = in.u16(62);
  return header;
}

Result<ElfSections> ElfSections::open(const Region& file,
                                      const ElfHeader& header) {
  ElfSections sections(file, header);
  if (header.section_headers == 0) return sections;
  if (header.section_header_size != kSectionHeader) {
    return fail(file.base(),
                "ELF section headers of {} bytes are not known; "
                "they have {}",
                header.section_header_size, kSectionHeader);
  }
  if (header.section_headers > file.size()) {
    return fail(file.base(),
                "ELF section table is said to be at {}, the file has {} bytes",
                header.section_headers, file.size());
  }
  const std::uint64_t room =
      (file.size() - header.section_headers) / kSectionHeader;
  std::uint64_t count = header.section_count;
  std::uint64_t names = header.name_section;
  if ((count == 0 || names == kExtended) && room > 0) {
    sections.count_ = 1;
    const auto zero = sections.at(0);
    if (!zero) return tl::unexpected(zero.error());
    if (count == 0) count = zero->size;
    if (names == kExtended) names = zero->link;
  }
  if (count > room || count > 0xffffffffu) {
    return fail(file.base() + header.section_headers,
                "ELF section table claims {} sections, the file has room for "
                "{}",
                count, room);
  }
  sections.count_ = static_cast<std::uint32_t>(count);
  if (count > 0 && names >= count) {
    return fail(file.base(),
                "ELF section names are said to be in section {}, there are {}",
                names, count);
  }
  if (names != 0 && count > 0) {
    const auto section = sections.at(static_cast<std::uint32_t>(names));
    if (!section) return tl::unexpected(section.error());
    auto bytes = sections.bytes(*section, "ELF section names");
    if (!bytes) return tl::unexpected(bytes.error());
    sections.names_ = *bytes;
    if (!sections.load_names(0) || sections.names_held_ == 0 ||
        sections.name_bytes_[0] != std::byte{0}) {
      return fail(bytes->base(),
                  "ELF section {} holds no section names: a string table "
                  "starts with a zero",
                  names);
    }
  }
  return sections;
}

Result<ElfSection> ElfSections::at(std::uint32_t index) {
  if (index >= count_) {
    return fail(file_.base(), "ELF section {} is asked for, there are {}",
                index, count_);
  }
  if (index < batch_ || index - batch_ >= loaded_) {
    const std::uint32_t n = std::min(kBatch, count_ - index);
    const std::uint64_t offset =
        header_.section_headers + std::uint64_t{index} * kSectionHeader;
    auto table = file_.slice(offset, n * kSectionHeader, "ELF section table");
    if (!table) return tl::unexpected(table.error());
    loaded_ = 0;
    auto read = file_.source().read(
        table->base(), std::span(buffer_).first(n * kSectionHeader),
        "ELF section table");
    if (!read) return tl::unexpected(read.error());
    batch_ = index;
    loaded_ = n;
  }
  return parse_section(std::span<const std::byte>(buffer_).subspan(
                           (index - batch_) * kSectionHeader, kSectionHeader),
                       index);
}

bool ElfSections::load_names(std::uint64_t at) {
  names_held_ = 0;
  const auto n = static_cast<std::size_t>(
      std::min<std::uint64_t>(name_bytes_.size(), names_->size() - at));
  if (!names_->source().read(names_->base() + at,
                             std::span(name_bytes_).first(n),
                             "ELF section names")) {
    return false;
  }
  names_at_ = at;
  names_held_ = n;
  return true;
}

std::string_view ElfSections::name(const ElfSection& section) {
  if (!names_ || section.name >= names_->size()) return {};
  const std::uint64_t wanted =
      std::min<std::uint64_t>(kLongestName + 1, names_->size() - section.name);
  if (section.name < names_at_ ||
      section.name - names_at_ + wanted > names_held_) {
    if (!load_names(section.name)) return {};
  }
  return c_string_at(std::span<const std::byte>(name_bytes_).first(names_held_),
                     section.name - names_at_)
      .substr(0, kLongestName);
}

bool ElfSections::named(const ElfSection& section, std::string_view wanted) {
  return name(section) == wanted;
}

Result<Region> ElfSections::bytes(const ElfSection& section,
                                  std::string_view what) const {
  return file_.slice(section.offset, section.has_bytes() ? section.size : 0,
                     what);
}

ElfSymbol parse_elf_symbol(std::span<const std::byte> bytes) {
  LittleEndian in(bytes);
  ElfSymbol symbol;
  symbol.name = in.u32(0);
  symbol.info = in.u8(4);
  symbol.other = in.u8(5);
  symbol.section = in.u16(6);
  symbol.value = in.u64(8);
  symbol.size = in.u64(16);
  return symbol;
}

Result<ElfSymbols> ElfSymbols::open(ElfSections& sections,
                                    const ElfSection& table) {
  auto symbols = sections.bytes(table, "symbols");
  if (!symbols) return tl::unexpected(symbols.error());
  auto section = sections.at(table.link);
  if (!section) return tl::unexpected(section.error());
  auto names = sections.bytes(*section, "symbol names");
  if (!names) return tl::unexpected(names.error());
  return ElfSymbols(*symbols, *names);
}

Result<ElfSymbol> ElfSymbols::at(std::uint64_t index) const {
  auto bytes = table_.window(index * kElfSymbolSize, kElfSymbolSize, "symbol");
  if (!bytes) return tl::unexpected(bytes.error());
  return parse_elf_symbol(*bytes);
}

Result<std::string_view> ElfSymbols::name(const ElfSymbol& symbol,
                                          std::uint64_t limit) const {
  auto text = names_.window_up_to(symbol.name, limit, "symbol name");
  if (!text) return tl::unexpected(text.error());
  return c_string_at(*text, 0);
}

}  // namespace cudacompat
