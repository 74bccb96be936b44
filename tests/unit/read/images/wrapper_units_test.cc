// SPDX-License-Identifier: Apache-2.0
#include "read/images/wrapper_units.h"

#include <gmock/gmock.h>

#include "support/elf_writer.h"
#include "support/fatbin_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using testing::ByteWriter;
using ::testing::ElementsAre;

TEST(WrapperUnitTest, TheLengthTellsWhereTheNameEnds) {
  EXPECT_EQ(wrapper_unit("__fatbinwrap_98d0d62c_12_gemm_4bit_cu_3958b1bb"),
            "gemm_4bit.cu");
  EXPECT_EQ(wrapper_unit("__fatbinwrap_6ab6169c_5_k2_cu__Z2k2Pi"), "k2.cu");
  EXPECT_EQ(wrapper_unit("__fatbinwrap_6ab6169c_7_a_b_cpp_x"), "a_b.cpp");
  EXPECT_EQ(wrapper_unit("__fatbinwrap_6ab6169c_2_cu"), "cu");
  for (const char* other :
       {"", "__fatbinwrap_", "__fatbinwrap_6ab6169c", "_Z2k2Pi",
        "__fatbinwrap_6ab6169c_50_k2_cu", "__fatbinwrap_6ab6169c_x_k2_cu",
        "__fatbinwrap_6ab6169c_99999999999999999999999_k2_cu"}) {
    EXPECT_EQ(wrapper_unit(other), "") << other;
  }
}

constexpr std::uint64_t kFatbins = 0x1000, kWrappers = 0x8000;

/// A stripped library with two relocatable containers; the wrapper of the
/// second comes first.
testing::ElfSpec library(const Bytes& fatbin) {
  testing::ElfSpec spec;
  spec.type = 3;
  testing::ElfSection fatbins{.name = "__nv_relfatbin", .flags = 2};
  fatbins.address = kFatbins;
  fatbins.data = fatbin;
  fatbins.data.insert(fatbins.data.end(), fatbin.begin(), fatbin.end());
  spec.sections.push_back(std::move(fatbins));
  testing::ElfSection wrappers{.name = ".nvFatBinSegment", .flags = 3};
  wrappers.address = kWrappers;
  ByteWriter rows;
  rows.u32(0x466243B1).u32(1).u64(kFatbins + fatbin.size()).u64(0);
  rows.u32(0x466243B1).u32(1).u64(kFatbins).u64(0);
  wrappers.data = rows.take();
  spec.sections.push_back(std::move(wrappers));
  const std::string first = "__fatbinwrap_00000000_4_a_cu_1";
  const std::string second = "__fatbinwrap_00000000_4_b_cu_2";
  testing::ElfSection names{.name = ".dynstr", .type = 3, .flags = 2};
  ByteWriter text;
  text.u8(0).text(first).u8(0).text(second).u8(0);
  names.data = text.take();
  spec.sections.push_back(std::move(names));
  testing::ElfSection symbols{.name = ".dynsym", .type = 11, .flags = 2};
  symbols.link = 3;
  ByteWriter table;
  const auto add = [&](std::uint32_t name, std::uint16_t section,
                       std::uint64_t value) {
    table.u32(name).u8(0x11).u8(0).u16(section).u64(value).u64(24);
  };
  add(0, 0, 0);
  add(1, 1, kFatbins);  // the right name in another section
  add(1, 2, kWrappers + 24);
  add(2 + static_cast<std::uint32_t>(first.size()), 2, kWrappers);
  symbols.data = table.take();
  spec.sections.push_back(std::move(symbols));
  return spec;
}

std::vector<std::string> units(const testing::ElfSpec& spec) {
  std::vector<std::string> found;
  for (const Container& container :
       testing::scan_bytes(testing::write_elf(spec)).containers) {
    found.push_back(container.unit);
  }
  return found;
}

TEST(WrapperUnitTest, AStrippedLibraryNamesItsSourcesByItsWrappers) {
  const Bytes fatbin = testing::write_fatbin({testing::sass("80")});
  EXPECT_THAT(units(library(fatbin)), ElementsAre("a.cu", "b.cu"));
}

TEST(WrapperUnitTest, WrappersThatCannotBeReadGiveNoName) {
  const Bytes fatbin = testing::write_fatbin({testing::sass("80")});
  testing::ElfSpec spec = library(fatbin);
  // The first symbol's value lies behind the section.
  testing::poke(spec.sections[3].data, 48 + 8, kWrappers + 48, 8);
  EXPECT_THAT(units(spec), ElementsAre("", "b.cu"));
  testing::poke(spec.sections[3].data, 48 + 8, ~std::uint64_t{0}, 8);
  EXPECT_THAT(units(spec), ElementsAre("", "b.cu"));
  spec.sections[3].link = 99;
  EXPECT_THAT(units(spec), ElementsAre("", ""));
}

}  // namespace
}  // namespace cudacompat
