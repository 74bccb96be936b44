// SPDX-License-Identifier: Apache-2.0
#include "read/images/cubin.h"

#include <algorithm>

#include "base/bytes/little_endian.h"
#include "read/images/cubin_notes.h"

namespace cudacompat {
namespace {

constexpr std::uint8_t kAbiOld = 7;
constexpr std::uint8_t kAbiNew = 8;
constexpr std::uint8_t kKernelBit = 0x10;  // of st_other
constexpr std::uint16_t kFirstFamilyNumber = 100;
constexpr std::uint64_t kMaxNotes = 64u << 10;
constexpr std::uint64_t kMaxSymbols = 4u << 20;

class Reader {
 public:
  Reader(ElfSections& sections, const CubinHeader& header)
      : sections_(sections), header_(header) {}

  Result<CubinContents> read(bool want_kernels);

 private:
  Result<void> section(const ElfSection& section);
  Result<void> symbols(const ElfSection& table, bool want_kernels);
  void tool_note(std::span<const std::byte> note);
  void settle_arch();

  ElfSections& sections_;
  const CubinHeader& header_;
  CubinContents contents_;
  std::optional<ElfSection> symbol_table_;
  std::uint32_t reserved_ = 0;  // section of ptxas' own shared memory
  std::optional<bool> exact_;   // by the attribute
  std::optional<Arch> told_;    // by the tool's options
};

void Reader::tool_note(std::span<const std::byte> note) {
  const auto parts = parse_tool_note(note);
  if (!parts) return;
  if (!contents_.toolkit) contents_.toolkit = release_in(parts->tool);
  const auto arch = arch_in(parts->options);
  if (arch && arch->number == header_.number) told_ = arch;
}

Result<void> Reader::section(const ElfSection& section) {
  const std::string_view name = sections_.name(section);
  // .nv.constant0.<kernel> goes with .text.<kernel>; .nv.constant3 holds the
  // program's own constants.
  if (name.starts_with(".text.") || name.starts_with(".nv.global") ||
      name == ".nv.constant3") {
    contents_.empty = false;
  } else if (name.starts_with(".nv.shared.reserved")) {
    reserved_ = section.index;
  } else if (name == ".symtab") {
    symbol_table_ = section;
  } else if (name == ".note.nv.tkinfo" || name == ".nv.compat") {
    const bool note = name.starts_with(".note");
    auto part = sections_.bytes(section, "cubin note");
    if (!part) return tl::unexpected(part.error());
    auto bytes = part->window_up_to(0, kMaxNotes, "cubin note");
    if (!bytes) return tl::unexpected(bytes.error());
    if (note) {
      each_note(*bytes, [this](auto descriptor) { tool_note(descriptor); });
    } else {
      exact_ = exact_in_compat(*bytes);
    }
  }
  return {};
}

Result<void> Reader::symbols(const ElfSection& table, bool want_kernels) {
  auto part = sections_.bytes(table, "cubin symbols");
  if (!part) return tl::unexpected(part.error());
  std::optional<Region> names;
  if (want_kernels) {
    auto section = sections_.at(table.link);
    if (!section) return tl::unexpected(section.error());
    auto bytes = sections_.bytes(*section, "cubin symbol names");
    if (!bytes) return tl::unexpected(bytes.error());
    names = *bytes;
  }
  const std::uint64_t count =
      std::min(part->size() / kElfSymbolSize, kMaxSymbols);
  for (std::uint64_t i = 0; i < count; ++i) {
    auto bytes =
        part->window(i * kElfSymbolSize, kElfSymbolSize, "cubin symbols");
    if (!bytes) return tl::unexpected(bytes.error());
    const ElfSymbol symbol = parse_elf_symbol(*bytes);
    // Types of 10 and more are textures, surfaces and samplers. ptxas itself
    // declares .nv.reservedSmem.offset0 and reserves shared memory.
    if (symbol.section != 0 && symbol.section != reserved_ &&
        (symbol.type() == kSymbolObject || symbol.type() == kSymbolFunction ||
         symbol.type() >= 10)) {
      contents_.empty = false;
      if (!want_kernels) return {};
    }
    if (names && symbol.type() == kSymbolFunction &&
        (symbol.other & kKernelBit) != 0) {
      auto text = names->window_up_to(symbol.name, 64u << 10, "kernel name");
      if (!text) return tl::unexpected(text.error());
      contents_.kernels.emplace_back(c_string_at(*text, 0));
    }
  }
  return {};
}

void Reader::settle_arch() {
  contents_.arch = {header_.number, ArchScope::base};
  if (told_) {
    contents_.arch = *told_;
  } else if (header_.exact || exact_.value_or(false)) {
    contents_.arch.scope = ArchScope::exact;
  } else if (header_.abi != kAbiOld && header_.number >= kFirstFamilyNumber) {
    contents_.arch_known = false;  // 'f' leaves no trace but the tool's options
  }
  if (header_.number == 0) contents_.arch_known = false;
}

Result<CubinContents> Reader::read(bool want_kernels) {
  contents_.toolkit = header_.toolkit;
  contents_.empty = sections_.count() > 0;
  for (std::uint32_t i = 1; i < sections_.count(); ++i) {
    auto next = sections_.at(i);
    if (!next) return tl::unexpected(next.error());
    if (auto done = section(*next); !done) return tl::unexpected(done.error());
  }
  if (symbol_table_ && (contents_.empty || want_kernels)) {
    if (auto done = symbols(*symbol_table_, want_kernels); !done) {
      return tl::unexpected(done.error());
    }
  }
  // "Empty" takes code out of the judgement, so it needs to be seen: ptxas
  // writes a symbol table into every cubin, the emptiest too.
  if (contents_.empty && !symbol_table_) {
    return fail(Error::kNoOffset,
                "none of the {} sections of the cubin is called .symtab: what "
                "it holds is unknown",
                sections_.count());
  }
  settle_arch();
  return std::move(contents_);
}

}  // namespace

Result<CubinHeader> parse_cubin_header(std::span<const std::byte> bytes,
                                       std::uint64_t offset) {
  if (!is_elf(bytes))
    return fail(offset, "cubin does not start with an ELF header");
  auto elf = parse_elf_header(bytes, offset);
  if (!elf) return tl::unexpected(elf.error());
  if (elf->machine != kElfMachineCuda) {
    return fail(offset, "ELF machine {} is not a GPU; a cubin has {}",
                elf->machine, kElfMachineCuda);
  }
  CubinHeader header;
  header.abi = elf->abi_version;
  if (header.abi == kAbiNew) {
    header.number = (elf->flags >> 8) & 0xff;
    header.exact = (elf->flags & 0x8) != 0;
  } else if (header.abi == kAbiOld) {
    header.number = elf->flags & 0xff;
    header.exact = (elf->flags & 0x800) != 0;
    if (elf->version > 1) {
      header.toolkit = Version{static_cast<std::uint16_t>(elf->version / 10),
                               static_cast<std::uint16_t>(elf->version % 10)};
    }
  }
  return header;
}

Result<CubinContents> read_cubin(const Region& cubin, bool want_kernels) {
  auto head = cubin.window(0, kElfHeaderSize, "cubin header");
  if (!head) return tl::unexpected(head.error());
  auto header = parse_cubin_header(*head, cubin.base());
  if (!header) return tl::unexpected(header.error());
  auto elf = parse_elf_header(*head, cubin.base());
  if (!elf) return tl::unexpected(elf.error());
  auto sections = ElfSections::open(cubin, *elf);
  if (!sections) return tl::unexpected(sections.error());
  return Reader(*sections, *header).read(want_kernels);
}

}  // namespace cudacompat
