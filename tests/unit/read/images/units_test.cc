// SPDX-License-Identifier: Apache-2.0
#include "read/images/units.h"

#include <gmock/gmock.h>

#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using testing::sass;
using testing::scan_bytes;
using testing::write_fatbin;

TEST(UnitNameTest, IsTheSourceBehindNvccsTemporaryName) {
  EXPECT_EQ(unit_name("tmpxft_00000d05_00000000-6_k1.cudafe1.cpp"), "k1.cu");
  EXPECT_EQ(unit_name("tmpxft_00000d29_00000000-6_k2.compute_90.cudafe1.cpp"),
            "k2.cu");
  EXPECT_EQ(unit_name("tmpxft_0_0-6_my_k.compute_100f.cudafe1.cpp"), "my_k.cu");
  EXPECT_EQ(unit_name("tmpxft_0_0-6_a.compute_x.cudafe1.cpp"),
            "a.compute_x.cu");
  EXPECT_EQ(unit_name("tmpxft_0_0-6_k.cu.cudafe1.cpp"), "k.cu");  // k.cu.cc
  EXPECT_EQ(unit_name("k1.cudafe1.cpp"), "k1.cu");                // nvcc --keep
  EXPECT_EQ(unit_name("tmpxft_.cudafe1.cpp"), "tmpxft_.cu");
  EXPECT_EQ(unit_name("kernel.cu"), "kernel.cu");  // clang
  EXPECT_EQ(unit_name("main.cpp"), "main.cpp");
  EXPECT_EQ(unit_name("link.stub"), "");  // nvcc's device link
  EXPECT_EQ(unit_name(""), "");
}

/// A linked file with two containers, marked as nvcc marks them.
testing::ElfSpec linked(const std::vector<testing::ElfSymbol>& symbols,
                        const Bytes& fatbin) {
  testing::ElfSpec spec;
  spec.type = 3;
  spec.sections.push_back({.name = ".text"});
  testing::ElfSection section{.name = ".nv_fatbin", .flags = 2};
  section.address = 0x1000;
  section.data = fatbin;
  section.data.insert(section.data.end(), fatbin.begin(), fatbin.end());
  spec.sections.push_back(std::move(section));
  spec.symbols = symbols;
  return spec;
}

class UnitFinderTest : public ::testing::Test {
 protected:
  std::vector<std::string> units(const testing::ElfSpec& spec) {
    std::vector<std::string> found;
    for (const Container& container :
         scan_bytes(testing::write_elf(spec)).containers) {
      found.push_back(container.unit);
    }
    return found;
  }
  static testing::ElfSymbol file(std::string name) {
    return {std::move(name), 4, 0, 0xfff1, 0, 0};
  }
  static testing::ElfSymbol mark(std::uint64_t address) {
    return {"fatbinData", 0, 0, 2, address, 0};
  }

  Bytes fatbin_ = write_fatbin({sass("80")});
  std::uint64_t second_ = 0x1000 + fatbin_.size();
};

using ::testing::ElementsAre;

TEST_F(UnitFinderTest, IsTheFileBeforeTheContainersMark) {
  EXPECT_THAT(units(linked({file("crt1.o"), file("tmpxft_0_0-6_a.cudafe1.cpp"),
                            mark(0x1000), file("main.cpp"),
                            file("tmpxft_0_0-6_b.cudafe1.cpp"), mark(second_),
                            file("last.cpp")},
                           fatbin_)),
              ElementsAre("a.cu", "b.cu"));
}

TEST_F(UnitFinderTest, ContainersWithoutAMarkHaveNone) {
  EXPECT_THAT(units(linked({file("a.cu"), mark(second_)}, fatbin_)),
              ElementsAre("", "a.cu"));
  EXPECT_THAT(units(linked({file("a.cu"), mark(0x1000)}, fatbin_)),
              ElementsAre("a.cu", ""));
  EXPECT_THAT(units(linked({}, fatbin_)), ElementsAre("", ""));
}

TEST_F(UnitFinderTest, MarksOfOtherPlacesAreNotTaken) {
  testing::ElfSymbol elsewhere = mark(0x1000);
  elsewhere.section = 1;
  EXPECT_THAT(units(linked({file("a.cu"), elsewhere, file("b.cu"), mark(0x1001),
                            file("c.cu"), mark(second_)},
                           fatbin_)),
              ElementsAre("", "c.cu"));
}

TEST_F(UnitFinderTest, AnObjectWithOneFileNeedsNoMark) {
  testing::ElfSpec object = linked({file("clang.cu")}, fatbin_);
  object.type = 1;
  object.sections[1].address = 0;
  EXPECT_THAT(units(object), ElementsAre("clang.cu", "clang.cu"));
  object.symbols.push_back(file("second.cu"));
  EXPECT_THAT(units(object), ElementsAre("", ""));
}

TEST_F(UnitFinderTest, ManySymbolsBeforeTheMarkAreNoMatter) {
  std::vector<testing::ElfSymbol> symbols = {file("a.cu")};
  for (int i = 0; i < 1000; ++i) symbols.push_back({"f", 2, 0, 1, 0, 16});
  symbols.push_back(mark(0x1000));
  for (int i = 0; i < 1000; ++i) symbols.push_back({"g", 2, 0, 1, 0, 16});
  symbols.push_back(mark(second_));
  EXPECT_THAT(units(linked(symbols, fatbin_)), ElementsAre("a.cu", "a.cu"));
}

/// Debug builds (-G, -lineinfo) keep the path in the entry itself.
TEST_F(UnitFinderTest, TheNameInTheEntryIsTheBetterOne) {
  testing::ByteWriter out;
  const Bytes cubin = testing::write_cubin("80");
  const std::size_t size = (cubin.size() + 7) / 8 * 8;
  out.u32(0xBA55ED50).u16(1).u16(16).u64(80 + size);
  out.u16(2).u16(0x101).u32(80).u64(size).u32(0).u32(0).u16(8).u16(1).u32(80);
  out.u32(64).u32(13).u64(0x11).u64(0).u64(0);
  out.text("sub/dir/kk.cu").align(8).bytes(cubin).align(8);
  const Bytes fatbin = out.take();
  EXPECT_THAT(units(linked({file("kk.cu"), mark(0x1000)}, fatbin)),
              ElementsAre("sub/dir/kk.cu", "sub/dir/kk.cu"));
}

}  // namespace
}  // namespace cudacompat
