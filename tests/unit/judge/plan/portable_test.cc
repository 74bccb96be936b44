// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/portable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/facts/tables.h"
#include "unit/judge/plan/fleet.h"

namespace cudacompat {
namespace {

using test::list_of;
using test::told;
using test::toolkit;
using ::testing::IsEmpty;

const TargetSpec* find(const Profile& profile, Cc cc) {
  for (const TargetSpec& target : profile.targets) {
    if (target.gpus.at(0).cc == cc) return &target;
  }
  return nullptr;
}

std::string driver_of(const Profile& profile, Cc cc) {
  const TargetSpec* target = find(profile, cc);
  if (target == nullptr) return "no target group";
  return target->driver ? to_string(*target->driver) : "none";
}

TEST(Portable, DriversAreTheOldestOfTheMajorThatDriveTheGpu) {
  const Profile profile = portable_profile(toolkit("12.8"), Os::linux_x86_64);
  EXPECT_EQ(driver_of(profile, 50), "525.60.13");
  EXPECT_EQ(driver_of(profile, 89), "525.60.13");
  EXPECT_EQ(driver_of(profile, 100), "570.26");
  EXPECT_EQ(driver_of(profile, 120), "570.26");
  EXPECT_EQ(driver_of(profile, 121), "no target group");
  EXPECT_TRUE(profile.policy.future_gpus);
}

TEST(Portable, TegraChipsAreForAarch64HostsOnly) {
  const Profile x86 = portable_profile(toolkit("13.0"), Os::linux_x86_64);
  EXPECT_EQ(find(x86, 87), nullptr);
  const Profile arm = portable_profile(toolkit("13.0"), Os::linux_aarch64);
  ASSERT_NE(find(arm, 87), nullptr);
  EXPECT_EQ(find(arm, 87)->cuda, (Version{13, 0}));
  EXPECT_EQ(find(arm, 87)->driver, std::nullopt);
}

TEST(Portable, WhereNoDriverIsPublishedTheCudaReleaseStands) {
  const Profile profile = portable_profile(toolkit("13.0"), Os::windows_x86_64);
  EXPECT_EQ(driver_of(profile, 90), "none");
  EXPECT_EQ(find(profile, 90)->cuda, (Version{13, 0}));
}

TEST(Portable, ItsListForEachToolkitIsAsShortAsItCanBe) {
  const auto list = [](const std::string& cuda, Os os) {
    const ToolkitFacts facts = toolkit(cuda);
    return list_of(
        make_plan(portable_profile(facts, os), facts, Optimize::size));
  };
  EXPECT_EQ(list("11.8", Os::linux_x86_64),
            "35-real;50-real;60-real;70-real;80-real;90");
  EXPECT_EQ(list("12.8", Os::linux_x86_64),
            "50-real;60-real;70-real;80-real;90-real;100-real;120");
  EXPECT_EQ(list("13.0", Os::linux_x86_64),
            "75-real;80-real;90-real;100-real;120");
  EXPECT_EQ(list("13.0", Os::linux_aarch64),
            "75-real;80-real;87-real;88-real;90-real;100-real;110-real;120");
}

TEST(Portable, EveryToolkitServesItsOwnProfile) {
  for (const ReleaseRow& row : release_table()) {
    if (row.archs.empty() || row.cuda < Version{11, 0}) continue;
    const ToolkitFacts facts = *toolkit_from_tables(row.cuda);
    for (const Os os :
         {Os::linux_x86_64, Os::linux_aarch64, Os::windows_x86_64, Os::wsl}) {
      for (const Optimize optimize : {Optimize::size, Optimize::speed}) {
        const BuildPlan plan =
            make_plan(portable_profile(facts, os), facts, optimize);
        EXPECT_THAT(told(plan), IsEmpty())
            << to_string(row.cuda) << " " << to_string(os);
        for (const PlannedGroup& planned : plan.groups) {
          EXPECT_EQ(planned.outcome, Outcome::loads) << planned.name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace cudacompat
