// SPDX-License-Identifier: Apache-2.0
#include "support/cubin_writer.h"

namespace cudacompat::testing {
namespace {

constexpr std::uint32_t kNoBits = 8, kNote = 7;
constexpr std::uint8_t kEntryBit = 0x10;  // st_other of a kernel
constexpr std::uint8_t kGlobalFunction = 0x12, kGlobalObject = 0x11;

std::uint32_t number_of(const std::string& arch) {
  return static_cast<std::uint32_t>(std::stoul(arch));
}

std::uint32_t flags_of(const CubinSpec& spec) {
  const std::uint32_t number = number_of(spec.arch);
  if (spec.abi == 8) return 0x06000000 | number << 8 | (number < 100 ? 4u : 2u);
  const bool exact = spec.arch.back() == 'a';
  return 0x500 | number | number << 16 | (exact ? 0x800u : 0u);
}

/// 12.2 -> 0x7a: major * 10 + minor.
std::uint32_t toolkit_number(const std::string& toolkit) {
  const std::size_t dot = toolkit.find('.');
  return static_cast<std::uint32_t>(std::stoul(toolkit) * 10 +
                                    std::stoul(toolkit.substr(dot + 1)));
}

Bytes note(std::uint32_t type, const Bytes& description) {
  ByteWriter out;
  out.u32(12).u32(description.size()).u32(type);
  out.text("NVIDIA Corp").u8(0).bytes(description);
  return out.take();
}

/// .note.nv.cuinfo: type 1000; u16 2, u16 arch, u32 toolkit (130: 13.0).
Bytes cuda_note(const CubinSpec& spec) {
  ByteWriter content;
  content.u16(2).u16(number_of(spec.arch)).u32(toolkit_number(spec.toolkit));
  return note(1000, content.take());
}

/// .note.nv.tkinfo: type 2000; six words (the last four
/// are offsets into the strings), then tool, text, version, build, command.
Bytes toolkit_note(const CubinSpec& spec) {
  Bytes strings;
  std::vector<std::uint64_t> at;
  const auto add = [&](const std::string& text) {
    at.push_back(strings.size());
    const Bytes bytes = to_bytes(text);
    strings.insert(strings.end(), bytes.begin(), bytes.end());
    strings.push_back(std::byte{0});
  };
  strings.push_back(std::byte{0});
  add("ptxas");
  add("Cuda compilation tools, release " + spec.toolkit + ", V" + spec.toolkit +
      ".0");
  add("Build cuda_" + spec.toolkit + ".r" + spec.toolkit + "/compiler.1_0");
  add("-arch sm_" + spec.arch + " ");
  ByteWriter content;
  content.u32(2).u32(0);
  for (const std::uint64_t offset : at) content.u32(offset);
  content.bytes(strings).align(4);
  return note(2000, content.take());
}

}  // namespace

ElfSpec cubin_elf(const CubinSpec& spec) {
  ElfSpec elf;
  elf.symbol_table = true;
  elf.type = spec.relocatable ? 1 : 2;
  elf.machine = 190;
  elf.osabi = spec.abi == 8 ? 0x41 : 0x33;
  elf.abi_version = spec.abi;
  elf.version = spec.abi == 8 ? 1 : toolkit_number(spec.toolkit);
  elf.flags = flags_of(spec);
  if (spec.abi == 8 && spec.toolkit_note) {
    ElfSection tool{.name = ".note.nv.tkinfo", .type = kNote, .align = 4};
    tool.flags = 0x2000000;
    tool.data = toolkit_note(spec);
    elf.sections.push_back(std::move(tool));
    ElfSection info{.name = ".note.nv.cuinfo", .type = kNote, .align = 4};
    info.flags = 0x1000000;
    info.link = static_cast<std::uint32_t>(elf.sections.size());
    info.data = cuda_note(spec);
    elf.sections.push_back(std::move(info));
  }
  if (spec.abi == 8) {
    // Attribute 9 is 1 for 'a'; an 'f' shows in the note's command only.
    ElfSection compat{.name = ".nv.compat", .type = 0x70000086, .align = 4};
    compat.data = ByteWriter()
                      .u8(2)
                      .u8(9)
                      .u16(spec.arch.back() == 'a')
                      .u32(0x0c02)
                      .u32(0x010202)
                      .u32(0x01010d03)
                      .u32(0x0302)
                      .u32(0x080b04)
                      .u64(0)
                      .u32(0x04400e03)
                      .take();
    elf.sections.push_back(std::move(compat));
  }
  if (!spec.kernels.empty() || !spec.functions.empty()) {
    // One attribute: register count (0x2f), format 4, 8 bytes: symbol, count.
    ElfSection info{.name = ".nv.info", .type = 0x70000000, .align = 4};
    info.data = ByteWriter().u8(4).u8(0x2f).u16(8).u32(1).u32(8).take();
    elf.sections.push_back(std::move(info));
  }

  const auto add_code = [&](const std::string& name, std::uint8_t other) {
    ElfSection text{.name = ".text." + name, .flags = 6, .align = 128};
    text.data = Bytes(128 + spec.padding);
    elf.sections.push_back(std::move(text));
    const auto index = static_cast<std::uint16_t>(elf.sections.size());
    elf.symbols.push_back({name, kGlobalFunction, other, index, 0, 128});
  };
  for (const std::string& name : spec.functions) add_code(name, 0);
  for (const std::string& name : spec.kernels) add_code(name, kEntryBit);
  if (!spec.variables.empty()) {
    ElfSection global{.name = ".nv.global", .type = kNoBits, .flags = 3};
    global.size = 4 * spec.variables.size();
    elf.sections.push_back(std::move(global));
    const auto index = static_cast<std::uint16_t>(elf.sections.size());
    std::uint64_t at = 0;
    for (const std::string& name : spec.variables) {
      elf.symbols.push_back({name, kGlobalObject, 0, index, at, 4});
      at += 4;
    }
  }
  return elf;
}

Bytes write_cubin(const CubinSpec& spec) { return write_elf(cubin_elf(spec)); }

Bytes write_cubin(std::string_view arch) {
  CubinSpec spec;
  spec.arch = arch;
  return write_cubin(spec);
}

Bytes write_empty_cubin(std::string_view arch) {
  CubinSpec spec;
  spec.arch = arch;
  spec.kernels.clear();
  return write_cubin(spec);
}

std::string ptx_text(std::string_view arch, std::string_view isa,
                     std::string_view kernel) {
  std::string text = "//\n// Generated by NVIDIA NVVM Compiler\n//\n\n";
  text += ".version " + std::string(isa) + "\n";
  text += ".target sm_" + std::string(arch) + "\n.address_size 64\n\n";
  text += ".visible .entry " + std::string(kernel) + "()\n{\n\tret;\n}\n";
  return text;
}

}  // namespace cudacompat::testing
