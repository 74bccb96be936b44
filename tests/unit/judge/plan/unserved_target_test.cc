// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/plan/plan.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"
#include "unit/judge/plan/fleet.h"

namespace cudacompat {
namespace {

using test::fleet;
using test::list_of;
using test::outcome_of;
using test::told;
using test::toolkit;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

BuildPlan size_plan(const std::vector<std::string>& targets,
                    const std::string& cuda) {
  return make_plan(fleet(targets), toolkit(cuda), Optimize::size);
}

TEST(UnservedTarget, AToolkitThatDroppedTheGpuNamesTheNewestThatHasIt) {
  const BuildPlan plan = size_plan({"7.0@580.65.06", "9.0@580.65.06"}, "13.0");
  EXPECT_EQ(list_of(plan), "90-real");
  EXPECT_EQ(outcome_of(plan, "7.0@580.65.06"), Outcome::fails_209);
  EXPECT_EQ(
      told(plan),
      "CC101 error: on 7.0@580.65.06 (CUDA 13.0) code built with CUDA 13.0 "
      "fails with error 209 (no kernel image is available for execution on the "
      "device): CUDA 13.0 has no code for compute capability 7.0: sm_70 ended "
      "with CUDA 12.9, and PTX does not go down to earlier GPUs | build with "
      "CUDA 12.9, the newest whose SASS loads there (CUDA 12.9 serves every "
      "target group of the profile)\n");
}

TEST(UnservedTarget, ADriverBelowTheRuntimesMinimumNamesToolkitAndDriver) {
  const BuildPlan plan = size_plan({"8.9@535.183.06"}, "13.0");
  EXPECT_EQ(outcome_of(plan, "8.9@535.183.06"), Outcome::fails_35);
  EXPECT_EQ(
      told(plan),
      "CC504 error: on 8.9@535.183.06 (CUDA 12.2) code built with CUDA 13.0 "
      "fails with error 35 (CUDA driver version is insufficient for CUDA "
      "runtime version): programs of CUDA 13 need driver 580.65.06 or newer | "
      "build with CUDA 12.9, the newest whose SASS loads there (the PTX of "
      "CUDA 12.2 is the newest that its driver reads); or install driver "
      "580.65.06 (CUDA 13.0) or newer\n");
}

TEST(UnservedTarget, CodeForAClassToBeFixedIsInThePlan) {
  const BuildPlan plan = size_plan({"8.9@535.183.06", "9.0@580.65.06"}, "13.0");
  EXPECT_EQ(list_of(plan), "89-real;90-real");
  EXPECT_EQ(plan.architectures[0].because,
            "SASS for 8.9@535.183.06, once the machine is put right");
}

TEST(UnservedTarget, AGpuThatNeedsANewerToolkitNamesTheFirst) {
  Profile profile = fleet({"12.0@570.26", "8.0@535"});
  profile.policy.accept = {Outcome::loads};
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  EXPECT_EQ(list_of(plan), "80-real");
  EXPECT_EQ(
      told(plan),
      "CC101 error: on 12.0@570.26 (CUDA 12.8) code built with CUDA 12.3 fails "
      "with error 209 (no kernel image is available for execution on the "
      "device): CUDA 12.3 has no SASS for compute capability 12.0: sm_120 came "
      "with CUDA 12.8, and the profile does not accept PTX that is compiled at "
      "start | build with CUDA 12.8 or newer; or add \"loads-jit\" to "
      "\"accept\" in the profile's policy (CUDA 12.9 serves every target group "
      "of the "
      "profile)\n");
}

TEST(UnservedTarget, AGpuThatNeedsNewerToolkitAndDriverNamesBoth) {
  Profile profile = fleet({"12.0@535.183.06"});
  profile.policy.accept = {Outcome::loads};
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  EXPECT_EQ(outcome_of(plan, "12.0@535.183.06"), Outcome::fails_100);
  EXPECT_THAT(told(plan),
              AllOf(HasSubstr("CC603 error: on 12.0@535.183.06"),
                    HasSubstr("| install a driver of branch 570 or newer, and "
                              "build with CUDA 12.8 or newer, which has code "
                              "for it")));
}

TEST(UnservedTarget, WhereTheToolkitHasTheGpuOnlyTheDriverIsNamed) {
  EXPECT_THAT(told(size_plan({"12.0@535.183.06"}, "12.8")),
              HasSubstr("| install a driver of branch 570 or newer\n"));
}

TEST(UnservedTarget, ADriverThatDroppedTheGpuNamesTheLastBranchAndToolkit) {
  const BuildPlan plan = size_plan({"7.0@595.45.04"}, "13.0");
  EXPECT_THAT(told(plan),
              AllOf(HasSubstr("CC603 error"),
                    HasSubstr("| install a driver of branch 580, and build "
                              "with CUDA 12.9, the newest that has code for "
                              "it")));
}

TEST(UnservedTarget, ATooOldToolkitThatPtxBridgesNeedsNoFix) {
  EXPECT_THAT(told(size_plan({"12.0@570.26"}, "12.3")), IsEmpty());
}

TEST(UnservedTarget, PtxThatIsTooNewNamesEachWayOut) {
  const BuildPlan plan = size_plan({"12.0@570.26+ptx8.2"}, "12.3");
  EXPECT_EQ(outcome_of(plan, "12.0@570.26+ptx8.2"), Outcome::fails_222);
  EXPECT_THAT(
      told(plan),
      AllOf(
          HasSubstr("CC201 error: on 12.0@570.26+ptx8.2"),
          HasSubstr("error 222"),
          HasSubstr("PTX 8.3 is newer than the 8.2 that the driver reads"),
          HasSubstr("| build with CUDA 12.8 or newer; or set \"downgrade_ptx\" "
                    "in the profile's policy, which rewrites PTX to 8.2 "
                    "(nvcc has no option to write an older version); or "
                    "build with CUDA 12.2 or older\n")));
}

TEST(UnservedTarget, DowngradeIsNotOfferedWhereTheTargetNeedsMore) {
  // Without sm_90 and below there is no target that 6.0 has.
  ToolkitFacts facts = toolkit("12.9");
  std::erase_if(facts.archs, [](Arch arch) { return arch.number < 100; });
  std::erase_if(facts.archs, [](Arch arch) { return arch.number > 110; });
  const BuildPlan plan =
      make_plan(fleet({"12.0@570.26+ptx6.0"}), facts, Optimize::size);
  EXPECT_THAT(told(plan),
              AllOf(HasSubstr("CC201 error"), Not(HasSubstr("downgrade_ptx"))));
}

TEST(UnservedTarget, WhereNoReleaseServesAllItIsSaidSo) {
  Profile profile = fleet({"7.0@580.65.06", "12.1@610.43.02"});
  profile.policy.accept = {Outcome::loads};
  profile.targets[1].name = "spark";
  // 12.9 has sm_70 and sm_120; without it no release has both.
  EXPECT_THAT(told(make_plan(profile, toolkit("13.0"), Optimize::size)),
              HasSubstr("CUDA 12.9 serves every target group of the profile"));
  profile.targets.push_back(
      parse_target_shorthand("11.0-tegra@cuda13.0").value());
  EXPECT_THAT(
      told(make_plan(profile, toolkit("13.0"), Optimize::size)),
      HasSubstr("no CUDA release serves every target group of the profile: "
                "build more than once"));
}

TEST(UnservedTarget, AClassWithoutADriverIsUnknownAndSaysWhatIsMissing) {
  const BuildPlan plan = size_plan({"9.0"}, "13.0");
  EXPECT_EQ(list_of(plan), "90-real");
  EXPECT_EQ(outcome_of(plan, "9.0"), Outcome::unknown);
  EXPECT_THAT(
      told(plan),
      AllOf(HasSubstr("error: on 9.0 "),
            HasSubstr("| add \"driver\" or \"cuda\" to the target group")));
}

TEST(UnservedTarget, AnUnknownThatTheProfileAcceptsIsAWarning) {
  Profile profile = fleet({"9.0"});
  profile.policy.accept.push_back(Outcome::unknown);
  const BuildPlan plan = make_plan(profile, toolkit("13.0"), Optimize::size);
  ASSERT_EQ(plan.findings.size(), 1u);
  EXPECT_EQ(plan.findings[0].severity, Severity::warning);
}

TEST(UnservedTarget, CompatThatIsTooOldForTheRuntimeStillHasAFix) {
  const BuildPlan plan = size_plan({"9.0@535.183.06+compat12.9"}, "13.0");
  EXPECT_THAT(told(plan), HasSubstr("| build and link with CUDA 12.x; or"));
}

TEST(UnservedTarget, ARangeOfDriversIsJudgedByItsWorst) {
  const BuildPlan plan = size_plan({"8.9@>=535"}, "13.0");
  EXPECT_EQ(plan.groups.at(0).outcome, Outcome::fails_35);
}

TEST(UnservedTarget, ClassesThatShareAllAreToldOnce) {
  const BuildPlan plan = size_plan(
      {"8.9@535.54.03", "8.9@535.86.09", "8.9@535.104.05", "8.9@535.183.06"},
      "13.0");
  ASSERT_EQ(plan.findings.size(), 1u);
  EXPECT_EQ(plan.findings[0].target,
            "8.9@535.54.03, 8.9@535.86.09, 8.9@535.104.05 and 1 more");
}

TEST(UnservedTarget, AProfileWithoutMachinesHasNoPlan) {
  const BuildPlan plan = size_plan({}, "13.0");
  EXPECT_THAT(plan.architectures, IsEmpty());
  EXPECT_THAT(told(plan), HasSubstr("CC601 error: no architecture can be "
                                    "chosen: profile fleet names no machine"));
}

// Thor is sm_101 up to CUDA 12.9 and sm_110 from 13.0 on.
TEST(UnservedTarget, AChipUnderItsOldNameIsToldItsLaterOne) {
  Profile profile = fleet({"10.1-tegra@cuda13.0"});
  profile.policy.accept = {Outcome::loads};
  const BuildPlan plan = make_plan(profile, toolkit("13.0"), Optimize::size);
  EXPECT_THAT(told(plan),
              HasSubstr("CUDA 13.0 has sm_101 under its later name sm_110"));
}

TEST(UnservedTarget, EachFindingCanBeExplained) {
  const auto known = [](const std::string& id) {
    for (const FindingRow& row : finding_table()) {
      if (row.id == id) return true;
    }
    return false;
  };
  for (const char* id : {"CC103", "CC304", "CC601", "CC610", "CC701"}) {
    EXPECT_TRUE(known(id)) << id;
  }
}

}  // namespace
}  // namespace cudacompat
