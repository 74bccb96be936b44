// SPDX-License-Identifier: Apache-2.0
#include "support/host_writer.h"

#include <cstdio>
#include <optional>

namespace cudacompat::testing {
namespace {

constexpr std::uint64_t kLoadAddress = 0x100000;
constexpr std::uint64_t kDtNeeded = 1, kDtStrtab = 5, kDtStrsz = 10,
                        kDtRpath = 15, kDtRunpath = 29;

struct RelocationTypes {
  std::uint64_t absolute, relative;
};

RelocationTypes relocation_types(std::uint16_t machine) {
  return machine == 183 ? RelocationTypes{257, 1027} : RelocationTypes{1, 8};
}

/// Fatbins one after the other, 8-byte aligned; where each starts.
struct Packed {
  ElfSection section;
  std::uint16_t index = 0;  // in the file; 0: not there
  std::vector<std::uint64_t> offsets;
};

Packed pack_section(const char* name, const HostSpec& spec, bool relocatable) {
  Packed packed;
  packed.section.name = name;
  packed.section.flags = 2;
  ByteWriter data;
  for (const HostFatbin& f : spec.fatbins) {
    if ((f.wrap == Wrap::relocatable) != relocatable) {
      packed.offsets.push_back(0);
      continue;
    }
    packed.offsets.push_back(data.align(8).size());
    data.bytes(f.bytes);
  }
  packed.section.data = data.align(8).take();
  return packed;
}

std::uint16_t add(ElfSpec& elf, ElfSection section) {
  elf.sections.push_back(std::move(section));
  return static_cast<std::uint16_t>(elf.sections.size());
}

void add_dynamic(ElfSpec& elf, const HostSpec& spec) {
  if (spec.needed.empty() && spec.runpath.empty() && spec.rpath.empty()) return;
  ElfSection names{.name = ".dynstr", .type = 3, .flags = 2};
  ByteWriter text;
  text.u8(0);
  ByteWriter tags;
  const auto tag = [&](std::uint64_t id, const std::string& value) {
    tags.u64(id).u64(text.size());
    text.text(value).u8(0);
  };
  for (const std::string& name : spec.needed) tag(kDtNeeded, name);
  if (!spec.runpath.empty()) tag(kDtRunpath, spec.runpath);
  if (!spec.rpath.empty()) tag(kDtRpath, spec.rpath);
  names.data = text.take();
  // The .dynamic section adds a program header and so moves every offset:
  // it must be there before the address of .dynstr is asked.
  ElfSection dynamic{.name = ".dynamic", .type = 6, .flags = 3};
  dynamic.entry_size = 16;
  const std::uint64_t size = names.data.size();
  const std::uint16_t names_at = add(elf, std::move(names));
  dynamic.link = names_at;
  const std::uint16_t at = add(elf, std::move(dynamic));
  const std::uint64_t address = kLoadAddress + section_offset(elf, names_at);
  tags.u64(kDtStrtab).u64(address).u64(kDtStrsz).u64(size).zeros(16);
  elf.sections[at - 1u].data = tags.take();
}

void add_wrappers(ElfSpec& elf, const HostSpec& spec, const Packed& plain,
                  const Packed& relocatable) {
  const bool object = spec.type == HostSpec::Type::object;
  const RelocationTypes types = relocation_types(spec.machine);
  ElfSection segment{.name = ".nvFatBinSegment", .flags = 3};
  for (const HostFatbin& f : spec.fatbins) {
    if (f.wrap != Wrap::bare) segment.data.resize(segment.data.size() + 24);
  }
  if (segment.data.empty()) return;
  const std::uint16_t at = add(elf, std::move(segment));
  const std::uint64_t address = kLoadAddress + section_offset(elf, at);
  ByteWriter wrappers;
  ByteWriter relocations;
  for (std::size_t i = 0; i < spec.fatbins.size(); ++i) {
    const HostFatbin& f = spec.fatbins[i];
    if (f.wrap == Wrap::bare) continue;
    const Packed& in = f.wrap == Wrap::relocatable ? relocatable : plain;
    const std::uint64_t target =
        kLoadAddress + section_offset(elf, in.index) + in.offsets[i];
    wrappers.u32(0x466243B1).u32(f.wrap == Wrap::linked ? 2 : 1);
    if (object) {
      // Section symbols come first: symbol i is section i.
      relocations.u64(wrappers.size());
      relocations.u64(std::uint64_t{in.index} << 32 | types.absolute);
      relocations.u64(in.offsets[i]);
    } else if (spec.relative_relocations) {
      relocations.u64(address + wrappers.size()).u64(types.relative);
      relocations.u64(target);
    }
    wrappers.u64(object || spec.relative_relocations ? 0 : target).u64(0);
  }
  elf.sections[at - 1u].data = wrappers.take();
  if (relocations.size() == 0) return;
  ElfSection rela{.name = object ? ".rela.nvFatBinSegment" : ".rela.dyn"};
  rela.type = 4;
  rela.flags = object ? 0x40 : 2;
  rela.info = object ? at : 0;
  rela.entry_size = 24;
  rela.data = relocations.take();
  // .symtab follows .strtab, both behind all sections.
  if (object) rela.link = static_cast<std::uint32_t>(elf.sections.size() + 3);
  add(elf, std::move(rela));
}

}  // namespace

Bytes write_host(const HostSpec& spec) {
  const bool object = spec.type == HostSpec::Type::object;
  ElfSpec elf;
  elf.type = object ? 1 : spec.type == HostSpec::Type::shared ? 3 : 2;
  elf.machine = spec.machine;
  elf.load_address = object ? 0 : kLoadAddress;
  ElfSection text{.name = ".text", .flags = 6, .align = 16};
  text.data = Bytes(16, std::byte{0x90});
  add(elf, std::move(text));
  if (!object) add_dynamic(elf, spec);
  Packed plain = pack_section(".nv_fatbin", spec, false);
  Packed relocatable = pack_section("__nv_relfatbin", spec, true);
  if (!plain.section.data.empty()) plain.index = add(elf, plain.section);
  if (!relocatable.section.data.empty()) {
    relocatable.index = add(elf, relocatable.section);
  }
  add_wrappers(elf, spec, plain, relocatable);
  for (std::size_t i = 1; object && i <= elf.sections.size(); ++i) {
    elf.symbols.push_back({"", 3, 0, static_cast<std::uint16_t>(i), 0, 0});
  }
  if (!spec.file_symbol.empty()) {
    elf.symbols.push_back({spec.file_symbol, 4, 0, 0xfff1, 0, 0});
  }
  for (const std::string& name : spec.symbols) {
    elf.symbols.push_back({name, 2, 0, 1, 0, 16});
  }
  return write_elf(elf);
}

Bytes write_object(const std::vector<Bytes>& fatbins) {
  HostSpec spec;
  for (const Bytes& bytes : fatbins) spec.fatbins.push_back({bytes});
  return write_host(spec);
}

Bytes write_ar(const std::vector<ArMember>& members, bool thin) {
  std::string long_names;
  std::vector<std::string> fields;
  for (const ArMember& m : members) {
    if (!thin && m.name.size() <= 15) {
      fields.push_back(m.name + "/");
      continue;
    }
    fields.push_back("/" + std::to_string(long_names.size()));
    long_names += m.name + "/\n";
  }
  ByteWriter out;
  const auto header = [&](const std::string& name, std::size_t size) {
    char text[80];  // 60 and room for a size of any length
    std::snprintf(text, sizeof text, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n",
                  name.c_str(), "0", "0", "0", "644", size);
    out.text({text, 60});
  };
  out.text(thin ? "!<thin>\n" : "!<arch>\n");
  if (!long_names.empty()) {
    header("//", long_names.size());
    out.text(long_names);
    if (out.size() % 2 != 0) out.text("\n");
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    header(fields[i], members[i].data.size());
    if (!thin) out.bytes(members[i].data);
    if (out.size() % 2 != 0) out.text("\n");
  }
  return out.take();
}

}  // namespace cudacompat::testing
