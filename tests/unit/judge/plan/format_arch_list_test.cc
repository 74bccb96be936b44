// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/format_arch_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/model/arch_list.h"
#include "judge/plan/plan.h"
#include "unit/judge/plan/fleet.h"

namespace cudacompat {
namespace {

using test::toolkit;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PlannedArch planned(std::uint16_t number, bool real, bool virtual_,
                    ArchScope scope = ArchScope::base) {
  return {{number, scope}, real, virtual_, ""};
}

TEST(Spell, CMakeTellsSassPtxAndBothApart) {
  EXPECT_EQ(to_cmake_list({planned(75, true, false), planned(80, true, true),
                           planned(90, false, true, ArchScope::exact),
                           planned(120, true, false, ArchScope::family)}),
            "75-real;80;90a-virtual;120f-real");
  EXPECT_EQ(to_cmake_list({}), "");
}

TEST(Spell, NvccHasOneFlagForEachArchitecture) {
  EXPECT_THAT(to_nvcc_flags({planned(75, true, false), planned(80, true, true),
                             planned(90, false, true, ArchScope::exact)}),
              ElementsAre("-gencode=arch=compute_75,code=[sm_75]",
                          "-gencode=arch=compute_80,code=[sm_80,compute_80]",
                          "-gencode=arch=compute_90a,code=[compute_90a]"));
}

TEST(Spell, TorchWritesADotAndPtxAsAnAddition) {
  EXPECT_EQ(to_torch_list({planned(75, true, false), planned(80, true, false),
                           planned(90, true, true, ArchScope::exact),
                           planned(120, true, true)})
                .value(),
            "7.5;8.0;9.0a+PTX;12.0+PTX");
}

TEST(Spell, WhatTorchCannotSayIsAnError) {
  for (const PlannedArch& one :
       {planned(86, false, true), planned(88, true, false),
        planned(120, true, false, ArchScope::family)}) {
    const auto list = to_torch_list({planned(75, true, false), one});
    ASSERT_FALSE(list);
    EXPECT_THAT(list.error().message, HasSubstr(to_cmake_list({one})));
  }
}

TEST(Spell, AListOfAnyDialectIsAChoice) {
  const auto requests = parse_arch_list(
      "-gencode arch=compute_80,code=[sm_80,sm_86] "
      "-gencode arch=compute_86,code=[sm_86,compute_86]",
      ArchDialect::nvcc);
  EXPECT_EQ(to_cmake_list(planned_archs(requests.value())), "80-real;86");
}

// What nvcc 13.0 makes of the two words.
TEST(Spell, AllAndAllMajorAreWhatNvccMakesOfThem) {
  EXPECT_EQ(to_cmake_list(*planned_archs_of_word("all-major", toolkit("13.0"))),
            "75-real;80-real;90-real;100-real;110-real;120");
  EXPECT_EQ(to_cmake_list(*planned_archs_of_word("all", toolkit("13.0"))),
            "75-real;80-real;86-real;87-real;88-real;89-real;90-real;100-real;"
            "103-real;110-real;120;121-real");
  EXPECT_EQ(planned_archs_of_word("native", toolkit("13.0")), std::nullopt);
}

TEST(ToolkitFromTables, AReleaseWithoutAToolkitIsNone) {
  EXPECT_EQ(toolkit_from_tables({12, 7}), std::nullopt);
  EXPECT_EQ(toolkit_from_tables({99, 0}), std::nullopt);
  const auto facts = toolkit_from_tables({12, 6});
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->ptx_isa, (Version{8, 5}));
  EXPECT_EQ(facts->release, "12.6");
}

}  // namespace
}  // namespace cudacompat
