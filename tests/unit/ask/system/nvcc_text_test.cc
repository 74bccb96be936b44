// SPDX-License-Identifier: Apache-2.0
#include "ask/system/nvcc_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Arch sm(std::uint16_t number, ArchScope scope = ArchScope::base) {
  return {number, scope};
}

TEST(NvccVersionText, AReleaseIsFoundAmongOtherLines) {
  const auto version = parse_nvcc_version(
      "nvcc: NVIDIA (R) Cuda compiler driver\n"
      "Copyright (c) 2005-2025 NVIDIA Corporation\n"
      "Built on Wed_Aug_20_01:58:59_PM_PDT_2025\n"
      "Cuda compilation tools, release 13.0, V13.0.88\n"
      "Build cuda_13.0.r13.0/compiler.36424714_0\n");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->cuda, (Version{13, 0}));
  EXPECT_EQ(version->release, "13.0.88");
}

// pytorch#51840: a build line follows the version since 11.0.
TEST(NvccVersionText, TheBuildLineIsNotPartOfTheRelease) {
  const auto version = parse_nvcc_version(
      "Cuda compilation tools, release 11.0, V11.0.221\n"
      "Build cuda_11.0_bu.TC445_37.28845127_0\n");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->cuda, (Version{11, 0}));
  EXPECT_EQ(version->release, "11.0.221");
}

// RLinf#583: a comma after the release; here also text around it.
TEST(NvccVersionText, TextAroundTheReleaseIsPassedOver) {
  const auto version = parse_nvcc_version(
      "wrapper 2.1 (release candidate): release 12.1, V12.1.105, loaded\r\n");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->cuda, (Version{12, 1}));
  EXPECT_EQ(version->release, "12.1.105");
}

TEST(NvccVersionText, AnErrorOfAWrapperIsShown) {
  const auto version = parse_nvcc_version(
      "\nnvcc-Error-CUDA version 10.2 was not installed with this HPC SDK\n");
  ASSERT_FALSE(version);
  EXPECT_THAT(version.error().message,
              HasSubstr("it printed: nvcc-Error-CUDA version 10.2 was not "
                        "installed with this HPC SDK"));
}

TEST(NvccVersionText, NothingPrintedIsSaidSo) {
  const auto version = parse_nvcc_version(" \n");
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().message, "nvcc --version printed nothing");
}

TEST(NvccVersionText, HalfAVersionIsNone) {
  for (const char* text :
       {"release ", "release 13", "release 13.0", "release 13.0, ",
        "release 13.0, V", "release 13.0, V13.0", "release 13, V13.0.88",
        "release 999999999.0, V13.0.88", "release 13.0,V13.0.88"}) {
    EXPECT_FALSE(parse_nvcc_version(text)) << text;
  }
}

TEST(NvccVersionText, AVeryLongLineIsCutInTheMessage) {
  const auto version = parse_nvcc_version(std::string(100'000, 'x'));
  ASSERT_FALSE(version);
  EXPECT_LT(version.error().message.size(), 400u);
}

TEST(GpuCodeList, LinesAreSortedAndOnce) {
  const auto archs = parse_gpu_code_list(
      "sm_75\nsm_110\nsm_103\r\nsm_90a\nsm_90\n\nsm_90\nsm_120f\n");
  ASSERT_TRUE(archs);
  EXPECT_THAT(*archs,
              ElementsAre(sm(75), sm(90), sm(90, ArchScope::exact), sm(103),
                          sm(110), sm(120, ArchScope::family)));
}

TEST(GpuCodeList, AnyOtherLineIsAnErrorThatShowsIt) {
  for (const char* line : {"compute_90", "90", "sm_", "sm_ninety",
                           "nvcc fatal   : Unknown option '-list-gpu-code'"}) {
    const auto archs = parse_gpu_code_list(std::string("sm_75\n") + line);
    ASSERT_FALSE(archs) << line;
    EXPECT_THAT(archs.error().message, HasSubstr(line));
  }
}

TEST(GpuCodeList, AnEmptyListIsAnError) {
  EXPECT_FALSE(parse_gpu_code_list("\n"));
}

TEST(GpuCodeList, AnEndlessListIsRefused) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "sm_" + std::to_string(i + 10) + "\n";
  EXPECT_FALSE(parse_gpu_code_list(text));
}

TEST(PtxasVersions, TheNewestIsTakenByNumber) {
  EXPECT_EQ(parse_ptxas_versions("1.0\n9.0\n8.8\n10.1\n9.5\n"),
            (Version{10, 1}));
}

TEST(PtxasVersions, AnyOtherTextIsNoAnswer) {
  EXPECT_EQ(parse_ptxas_versions(""), std::nullopt);
  EXPECT_EQ(
      parse_ptxas_versions("ptxas fatal   : Unknown option '-list-version'\n"),
      std::nullopt);
  EXPECT_EQ(parse_ptxas_versions("9.0\nptxas info: done\n"), std::nullopt);
}

TEST(PtxasRefusal, ItNamesTheVersionItReads) {
  EXPECT_EQ(parse_ptxas_refusal(
                "ptxas a.ptx, line 1; fatal   : Unsupported .version 99.9; "
                "current version is '8.7'\nptxas fatal   : Ptx assembly "
                "aborted due to errors\n"),
            (Version{8, 7}));
  EXPECT_EQ(parse_ptxas_refusal("current version is '"), std::nullopt);
  EXPECT_EQ(parse_ptxas_refusal("Unsupported .version 99.9"), std::nullopt);
}

}  // namespace
}  // namespace cudacompat
