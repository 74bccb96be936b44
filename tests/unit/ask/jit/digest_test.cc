// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "ask/jit/cubin_digest.h"
#include "support/cubin_writer.h"

namespace cudacompat {
namespace {

using testing::CubinSpec;
using testing::write_cubin;

std::string digest(const CubinSpec& spec) {
  return cubin_digest(write_cubin(spec)).value();
}

TEST(CubinDigestTest, HowTheCodeWasMadeDoesNotCount) {
  CubinSpec spec;
  spec.toolkit = "13.0";
  const std::string one = digest(spec);
  EXPECT_EQ(one.size(), 64u);
  spec.toolkit = "13.5";
  EXPECT_EQ(digest(spec), one);
}

TEST(CubinDigestTest, CodeNamesAndDataCount) {
  const CubinSpec spec;
  const std::string one = digest(spec);
  CubinSpec other = spec;
  other.kernels = {"other"};
  EXPECT_NE(digest(other), one);
  other = spec;
  other.padding = 16;
  EXPECT_NE(digest(other), one);
  other = spec;
  other.variables = {"v"};
  EXPECT_NE(digest(other), one);
}

TEST(CubinDigestTest, DebugInformationIsNoCodeWhereverItStands) {
  const auto with = [](const char* section) {
    testing::ElfSpec elf = testing::cubin_elf(CubinSpec{});
    testing::ElfSection more{.name = section};
    more.data = testing::to_bytes("some bytes");
    elf.sections.push_back(more);
    return cubin_digest(testing::write_elf(elf)).value();
  };
  const std::string one = digest(CubinSpec{});
  for (const char* name :
       {".debug_line", ".nv_debug_ptx_txt.7", ".rela.debug_line",
        ".rel.nv_debug_line_sass", ".nv.merc.nv_debug_ptx_txt.7",
        ".nv.merc.debug_line", ".nv.merc.symtab", ".nv.merc.rela.debug_line"}) {
    EXPECT_EQ(with(name), one) << name;
  }
  for (const char* name : {".nv.info", ".rela.text.kernel", ".nv.merc.nv.info",
                           ".nv.constant0.kernel", ".text.other"}) {
    EXPECT_NE(with(name), one) << name;
  }
}

TEST(CubinDigestTest, OtherFilesAreErrors) {
  EXPECT_FALSE(cubin_digest({}));
  const auto text = testing::to_bytes(std::string(100, 'x'));
  EXPECT_FALSE(cubin_digest(text));
}

TEST(Sha256Test, KnownValue) {
  EXPECT_EQ(sha256(testing::to_bytes("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace cudacompat
