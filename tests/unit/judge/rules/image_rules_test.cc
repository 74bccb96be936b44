// SPDX-License-Identifier: Apache-2.0
#include "judge/rules/image_rules.h"

#include <gtest/gtest.h>

#include "support/shapes.h"

namespace cudacompat {
namespace {

DriverCase windows(const char* driver) {
  TargetGroup machine = testing::target_group("8.6@535");
  machine.driver = parse_driver_range(driver).value();
  machine.os = Os::windows_x86_64;
  return resolve(machine).front();
}

TEST(Runtime, BetweenTwoPublishedMinimaIsNotKnown) {
  // Windows, CUDA 12: 527.41 in one edition of the release notes, 528.33 in
  // another.
  EXPECT_EQ(driver_runs_runtime(12, windows("528.33")), true);
  EXPECT_EQ(driver_runs_runtime(12, windows("527.41")), std::nullopt);
  EXPECT_EQ(driver_runs_runtime(12, windows("522.06")), false);
}

TEST(Runtime, CudaCompatRaisesTheDriver) {
  EXPECT_EQ(driver_runs_runtime(13, testing::machine("8.0@535+compat13.0")),
            true);
  EXPECT_EQ(driver_runs_runtime(13, testing::machine("8.0@535")), false);
}

TEST(Runtime, AMachineOfWhichNothingIsKnownIsNotJudged) {
  EXPECT_EQ(driver_runs_runtime(12, DriverCase{}), std::nullopt);
}

TEST(SassFit, IsDirectional) {
  const DriverCase ada = testing::machine("8.9@580");
  const DriverCase ampere = testing::machine("8.0@580");
  EXPECT_EQ(sass_fit({80}, ada), SassFit::same_major);
  EXPECT_EQ(sass_fit({89}, ampere), SassFit::other);
  EXPECT_EQ(sass_fit({80}, ampere), SassFit::exact);
}

TEST(FamilyCode, MayRunOnAGpuThatCameAfterTheTables) {
  const Arch family{100, ArchScope::family};
  const DriverCase later = testing::machine("10.9@cuda13.5");
  EXPECT_EQ(sass_fit(family, later), SassFit::newer_than_tables);
  EXPECT_EQ(ptx_fit(family, later), PtxFit::newer_than_tables);
  const DriverCase other_major = testing::machine("12.9@cuda13.5");
  EXPECT_EQ(sass_fit(family, other_major), SassFit::family_other);
  EXPECT_EQ(ptx_fit(family, other_major), PtxFit::family_other);
}

TEST(CubinMajor, TheFormatTellsWhereTheToolkitWasNotRead) {
  ImageFacts image;
  image.kind = ImageKind::sass;
  image.cubin_abi = 8;
  image.arch = {90};
  EXPECT_EQ(cubin_major(image), 13);
  image.arch = {100};
  EXPECT_EQ(cubin_major(image), std::nullopt);
  image.toolkit = Version{12, 8};
  EXPECT_EQ(cubin_major(image), 12);
}

TEST(CubinReadable, AFormatThatNoRowKnowsIsADoubt) {
  ImageFacts image;
  image.kind = ImageKind::sass;
  image.cubin_abi = 9;
  image.arch = {90};
  EXPECT_EQ(cubin_readable(image, testing::machine("9.0@580")),
            Readable::newer_than_tables);
  image.cubin_abi = 0;
  EXPECT_EQ(cubin_readable(image, testing::machine("9.0@580")),
            Readable::toolkit_unknown);
}

}  // namespace
}  // namespace cudacompat
