// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/refusal.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

using ::testing::SizeIs;

// What nvJitLink 12.2 and 13.0 say of a kernel with 5000 bytes of parameters
// in a text of PTX 8.0.
constexpr std::string_view kLog =
    "ptxas application ptx input, line 4; error   : Entry function 'big' uses "
    "too much parameter space (0x1390 bytes, 0x1100 max).\n"
    "ptxas application ptx input, line 7; error   : Feature 'x' requires PTX "
    "ISA .version 8.1 or later\n"
    "ptxas fatal   : Ptx assembly aborted due to errors\n"
    "ERROR 7: ptxjit:a.ptx\n";
constexpr std::string_view kText =
    ".version 8.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    ".visible .entry big(.param .align 1 .b8 p[5000])\n"
    "{\n"
    ".loc 1 12 3, function_name $L, inlined_at 1 2 3\n"
    "x.y;\n"
    "}\n"
    ".file 1 \"/src/big.cu\"\n";

TEST(RefusalTest, SaysLineKernelAndSource) {
  const auto refusals = parse_refusals(kLog, kText);
  ASSERT_THAT(refusals, SizeIs(2));
  EXPECT_EQ(refusals[0].line, 4u);
  EXPECT_EQ(refusals[0].kernel, "big");
  EXPECT_EQ(refusals[0].source_line, 0u);
  EXPECT_EQ(refusals[1].text(),
            "PTX line 7, kernel big (/src/big.cu:12): Feature 'x' requires PTX "
            "ISA .version 8.1 or later");
}

TEST(RefusalTest, EachIsToldOnceAndNoMoreThanAsked) {
  std::string twice(kLog);
  twice += kLog;
  EXPECT_THAT(parse_refusals(twice, kText), SizeIs(2));
  EXPECT_THAT(parse_refusals(twice, kText, 1), SizeIs(1));
}

TEST(RefusalTest, ALogWithoutAPlaceIsToldByItsFirstLine) {
  const auto refusals = parse_refusals("\nnvJitLink result 4\nmore\n", kText);
  ASSERT_THAT(refusals, SizeIs(1));
  EXPECT_EQ(refusals[0].text(), "nvJitLink result 4");
  EXPECT_EQ(parse_refusals("", kText)[0].text(), "it said nothing");
}

TEST(RefusalTest, AFunctionThatReturnsIsNamedToo) {
  const auto refusals =
      parse_refusals("ptxas application ptx input, line 2; fatal   : no\n",
                     ".func (.param .b32 r) _Z1fi(\n  .param .b32 a)\n");
  EXPECT_EQ(refusals[0].kernel, "_Z1fi");
}

TEST(RefusalTest, AVersionThatIsTooNewIsToldFromOtherRefusals) {
  EXPECT_TRUE(is_version_refusal(
      "ptxas application ptx input, line 1; fatal   : Unsupported .version "
      "9.5; current version is '8.0'\n"));
  EXPECT_FALSE(is_version_refusal(kLog));
}

}  // namespace
}  // namespace cudacompat
