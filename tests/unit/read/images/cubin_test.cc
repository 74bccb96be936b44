// SPDX-License-Identifier: Apache-2.0
#include "read/images/cubin.h"

#include <gmock/gmock.h>

#include "read/images/cubin_notes.h"
#include "support/cubin_writer.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using testing::CubinSpec;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::write_cubin;

Result<CubinContents> read(const Bytes& bytes, bool kernels = true) {
  ByteSource source = ByteSource::from_memory(bytes, "cubin");
  return read_cubin(Region(source), kernels);
}

CubinSpec spec(std::string arch, std::uint8_t abi, std::string toolkit) {
  CubinSpec cubin;
  cubin.arch = std::move(arch);
  cubin.abi = abi;
  cubin.toolkit = std::move(toolkit);
  return cubin;
}

TEST(CubinTest, OldHeadersHoldArchAndToolkit) {
  // As ptxas 12.2.140 and 12.8.93 write them.
  const auto header = parse_cubin_header(write_cubin(spec("90", 7, "12.2")), 0);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->abi, 7);
  EXPECT_EQ(header->number, 90);
  EXPECT_FALSE(header->exact);
  EXPECT_EQ(header->toolkit, (Version{12, 2}));
  EXPECT_TRUE(
      parse_cubin_header(write_cubin(spec("90a", 7, "12.8")), 0)->exact);
}

TEST(CubinTest, NewHeadersHoldTheArchOnly) {
  const auto header =
      parse_cubin_header(write_cubin(spec("120", 8, "13.0")), 0);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->abi, 8);
  EXPECT_EQ(header->number, 120);
  EXPECT_EQ(header->toolkit, std::nullopt);
  Bytes exact = write_cubin(spec("100", 8, "12.9"));
  testing::poke(exact, 48, 0x0600640a, 4);  // as ptxas 12.9 marks 100a
  EXPECT_TRUE(parse_cubin_header(exact, 0)->exact);
}

TEST(CubinTest, AnotherAbiIsNotGuessedAt) {
  Bytes bytes = write_cubin("90");
  testing::poke(bytes, 8, 9, 1);
  EXPECT_EQ(parse_cubin_header(bytes, 0)->abi, 9);
  EXPECT_EQ(parse_cubin_header(bytes, 0)->number, 0);
}

TEST(CubinTest, OtherElfFilesAreNoCubins) {
  const Bytes host = testing::write_elf({});
  EXPECT_THAT(parse_cubin_header(host, 0).error().message,
              HasSubstr("machine 62"));
  EXPECT_FALSE(parse_cubin_header(testing::to_bytes("text"), 0));
}

TEST(CubinTest, TheToolsCommandTellsTheSuffixAndTheToolkit) {
  const auto arch = [](std::string name) {
    return read(write_cubin(spec(std::move(name), 8, "13.5")))->arch;
  };
  EXPECT_EQ(arch("100"), (Arch{100, ArchScope::base}));
  EXPECT_EQ(arch("100a"), (Arch{100, ArchScope::exact}));
  EXPECT_EQ(arch("100f"), (Arch{100, ArchScope::family}));
  const auto contents = read(write_cubin(spec("100f", 8, "13.5")));
  EXPECT_EQ(contents->toolkit, (Version{13, 5}));
  EXPECT_TRUE(contents->arch_known);
}

TEST(CubinTest, WithoutTheCommandAFamilyCannotBeTold) {
  const auto without = [](std::string arch) {
    CubinSpec cubin = spec(std::move(arch), 8, "13.0");
    cubin.toolkit_note = false;
    return *read(write_cubin(cubin));
  };
  EXPECT_FALSE(without("100").arch_known);
  EXPECT_FALSE(without("100f").arch_known);
  // .nv.compat tells 'a'; before Blackwell there is no family.
  EXPECT_TRUE(without("100a").arch_known);
  EXPECT_EQ(without("100a").arch.scope, ArchScope::exact);
  EXPECT_TRUE(without("90").arch_known);
  EXPECT_EQ(without("90a").arch.scope, ArchScope::exact);
  EXPECT_EQ(without("90").toolkit, std::nullopt);
}

TEST(CubinTest, TheArchIsReadOutOfTheToolsCommand) {
  EXPECT_EQ(arch_in("-arch sm_100f -m 64"), (Arch{100, ArchScope::family}));
  EXPECT_EQ(arch_in("-cpu-arch X86_64 -arch=sm_90a "),
            (Arch{90, ArchScope::exact}));
  EXPECT_EQ(arch_in("-arch compute_90"), std::nullopt);
  EXPECT_EQ(arch_in("-arch"), std::nullopt);
  EXPECT_EQ(arch_in(""), std::nullopt);
}

TEST(CubinTest, TheToolkitIsFoundInTheStartOfACubin) {
  const Bytes bytes = write_cubin(spec("100", 8, "12.8"));
  EXPECT_EQ(find_toolkit_note(bytes), (Version{12, 8}));
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const auto found = find_toolkit_note(std::span(bytes).first(n));
    if (found) {
      EXPECT_EQ(found, (Version{12, 8})) << n;
    }
  }
  CubinSpec without = spec("100", 8, "12.8");
  without.toolkit_note = false;
  EXPECT_EQ(find_toolkit_note(write_cubin(without)), std::nullopt);
}

TEST(CubinTest, NamesKernelsAndNotFunctions) {
  CubinSpec cubin;
  cubin.kernels = {"_Z2k1Pf", "_Z2k2Pf"};
  cubin.functions = {"helper"};
  EXPECT_THAT(read(write_cubin(cubin))->kernels,
              ElementsAre("_Z2k1Pf", "_Z2k2Pf"));
  EXPECT_TRUE(read(write_cubin(cubin), false)->kernels.empty());
}

TEST(CubinTest, EmptyIsWithoutKernelFunctionAndVariable) {
  CubinSpec cubin;
  cubin.kernels.clear();
  EXPECT_TRUE(read(write_cubin(cubin))->empty);
  cubin.functions = {"f"};
  EXPECT_FALSE(read(write_cubin(cubin))->empty);
  cubin.functions.clear();
  cubin.variables = {"v"};
  EXPECT_FALSE(read(write_cubin(cubin))->empty);
  cubin.variables.clear();
  cubin.kernels = {"k"};
  EXPECT_FALSE(read(write_cubin(cubin))->empty);
}

TEST(CubinTest, WhatPtxasItselfDeclaresIsNoVariable) {
  // Seen in kernel-less cubins of ptxas 13.5 for sm_90 and sm_110.
  CubinSpec cubin;
  cubin.kernels.clear();
  testing::ElfSpec elf = testing::cubin_elf(cubin);
  elf.sections.push_back({.name = ".nv.shared.reserved.0", .type = 8});
  const auto reserved = static_cast<std::uint16_t>(elf.sections.size());
  elf.symbols.push_back({".nv.reservedSmem.offset0", 0x21, 0, 0, 64, 4});
  elf.symbols.push_back({"__nv_reservedSMEM_war", 0x21, 0, reserved, 64, 128});
  EXPECT_TRUE(read(testing::write_elf(elf))->empty);
  elf.sections.push_back({.name = ".nv.constant3"});
  EXPECT_FALSE(read(testing::write_elf(elf))->empty);
}

TEST(CubinTest, ASymbolAloneIsEnoughNotToBeEmpty) {
  CubinSpec cubin;
  cubin.kernels.clear();
  testing::ElfSpec elf = testing::cubin_elf(cubin);
  elf.sections.push_back({.name = ".unheard_of"});
  const auto index = static_cast<std::uint16_t>(elf.sections.size());
  elf.symbols.push_back({"texture", 0x1a, 0, index, 0, 8});
  EXPECT_FALSE(read(testing::write_elf(elf))->empty);
}

TEST(CubinTest, EachTruncationIsAnErrorOrTheSameAnswer) {
  const Bytes whole = write_cubin("90a");
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_FALSE(read(
        Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n))))
        << n;
  }
}

TEST(CubinTest, AnyFlippedByteEndsInAnAnswerOrAnError) {
  const Bytes whole = write_cubin("100f");
  std::size_t errors = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int bits : {0x01, 0x80, 0xff}) {
      Bytes damaged = whole;
      damaged[at] ^= static_cast<std::byte>(bits);
      const auto contents = read(damaged);
      if (!contents) {
        EXPECT_FALSE(contents.error().message.empty());
        ++errors;
      }
    }
  }
  EXPECT_GT(errors, 0u);
}

}  // namespace
}  // namespace cudacompat
