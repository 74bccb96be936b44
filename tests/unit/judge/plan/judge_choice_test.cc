// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/model/arch_list.h"
#include "judge/plan/choice.h"
#include "judge/plan/format_arch_list.h"
#include "judge/plan/plan.h"
#include "judge/verdict/finding.h"
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

BuildPlan judged(const std::vector<std::string>& targets,
                 const std::string& cuda, const std::string& list,
                 bool future = false) {
  Profile profile = fleet(targets);
  profile.policy.future_gpus = future;
  const auto requests = parse_arch_list(list, ArchDialect::cmake);
  return judge_choice(profile, toolkit(cuda), planned_archs(requests.value()));
}

// Forest-Neurotech/mach#62: one wheel, three machines, three verdicts.
TEST(JudgeChoice, OneListThreeMachinesThreeVerdicts) {
  const BuildPlan plan = judged(
      {"7.5@525.60.13", "8.9@535.183.06", "12.0@580.65.06"}, "12.3", "75");
  EXPECT_EQ(list_of(plan), "75");
  EXPECT_EQ(outcome_of(plan, "7.5@525.60.13"), Outcome::loads);
  EXPECT_EQ(outcome_of(plan, "8.9@535.183.06"), Outcome::fails_222);
  EXPECT_EQ(outcome_of(plan, "12.0@580.65.06"), Outcome::loads_jit);
  EXPECT_EQ(
      told(plan),
      "CC201 error: on 8.9@535.183.06 (CUDA 12.2) code built with CUDA 12.3 "
      "fails with error 222 (the provided PTX was compiled with an unsupported "
      "toolchain): only PTX fits 8.9 (it holds SASS 75, PTX 75 (8.3)), and PTX "
      "8.3 is newer than the 8.2 that the driver reads | add 89-real to the "
      "architectures; or set \"downgrade_ptx\" in the profile's policy, which "
      "rewrites PTX to 8.2 (nvcc has no option to write an older version); or "
      "build with CUDA 12.2 or older; or install driver 545.23.06 (CUDA 12.3) "
      "or newer\n");
}

TEST(JudgeChoice, TheFixServesTheClass) {
  EXPECT_THAT(told(judged({"7.5@525.60.13", "8.9@535.183.06", "12.0@580.65.06"},
                          "12.3", "75;89-real")),
              IsEmpty());
}

TEST(JudgeChoice, DowngradeThatTheProfileAsksForIsCounted) {
  Profile profile = fleet({"7.5@525.60.13", "8.9@535.183.06"});
  profile.policy.downgrade_ptx = true;
  const BuildPlan plan = judge_choice(
      profile, toolkit("12.3"), {{{75, ArchScope::base}, true, true, ""}});
  EXPECT_EQ(plan.downgrade_to, (Version{8, 2}));
  EXPECT_EQ(outcome_of(plan, "8.9@535.183.06"), Outcome::loads_jit);
  EXPECT_THAT(told(plan), IsEmpty());
}

TEST(JudgeChoice, CodeThatNothingFitsNamesWhatToAdd) {
  const BuildPlan plan = judged({"9.0@535"}, "12.3", "80-real");
  EXPECT_THAT(told(plan),
              HasSubstr("CC101 error: on 9.0@535 (CUDA 12.2) code built with "
                        "CUDA 12.3 fails with error 209"));
  EXPECT_THAT(told(plan), HasSubstr("| add 90-real to the architectures\n"));
}

TEST(JudgeChoice, DesktopSassOnTegraIsItsOwnFinding) {
  const BuildPlan plan = judged({"8.7-tegra@cuda12.6"}, "12.6", "80-real");
  EXPECT_THAT(told(plan), AllOf(HasSubstr("CC303 error"),
                                HasSubstr("| add 87-real to the")));
}

TEST(JudgeChoice, ExactAndFamilyCodeIsJudgedAsSuch) {
  const BuildPlan plan =
      judged({"9.0@580.65.06", "10.3@580.65.06", "12.1@580.65.06"}, "13.0",
             "90a-real;100a-real;120f-real");
  EXPECT_EQ(outcome_of(plan, "9.0@580.65.06"), Outcome::loads);
  EXPECT_EQ(outcome_of(plan, "10.3@580.65.06"), Outcome::fails_209);
  EXPECT_EQ(outcome_of(plan, "12.1@580.65.06"), Outcome::loads);
  EXPECT_THAT(told(plan), HasSubstr("CC301 error"));
}

TEST(JudgeChoice, ABareNumberIsSassAndPtx) {
  const BuildPlan plan =
      judged({"9.0@580.65.06", "12.0@580.65.06"}, "12.9", "90");
  EXPECT_EQ(outcome_of(plan, "9.0@580.65.06"), Outcome::loads);
  EXPECT_EQ(outcome_of(plan, "12.0@580.65.06"), Outcome::loads_jit);
}

TEST(JudgeChoice, PtxThatIsNotAcceptedIsAnError) {
  Profile profile = fleet({"12.0@580.65.06"});
  profile.policy.accept = {Outcome::loads};
  const BuildPlan plan = judge_choice(
      profile, toolkit("12.9"), {{{90, ArchScope::base}, true, true, ""}});
  EXPECT_THAT(told(plan), AllOf(HasSubstr("CC203 error"),
                                HasSubstr("| add 120-real to the")));
}

struct Unbuildable {
  std::string cuda, list, cause, fix;
};

TEST(JudgeChoice, WhatNvccWouldRefuseIsRefusedBefore) {
  const std::vector<Unbuildable> rows{
      {"13.0", "70-real", "sm_70 ended with CUDA 12.9",
       "leave it out, or build with CUDA 12.9"},
      {"13.0", "101", "it calls this chip sm_110", "write 110"},
      {"13.0", "101a-real", "it calls this chip sm_110a", "write 110a-real"},
      {"12.9", "110-virtual", "it calls this chip sm_101", "write 101-virtual"},
      {"12.3", "120", "sm_120 came with CUDA 12.8",
       "leave it out, or build with CUDA 12.8 or newer"},
      {"12.8", "120f-real", "sm_120f came with CUDA 12.9",
       "leave it out, or build with CUDA 12.9 or newer"},
      {"13.0", "99", "no table knows sm_99",
       "correct the architecture, or leave it out"},
  };
  for (const Unbuildable& row : rows) {
    const BuildPlan plan =
        judged({"9.0@580.65.06"}, row.cuda, "90-real;" + row.list);
    EXPECT_EQ(list_of(plan), "90-real");
    EXPECT_THAT(told(plan),
                HasSubstr(fmt::format(
                    "CC610 error: the build stops at {} (Unsupported gpu "
                    "architecture): nvcc {} does not have it: {} | {}\n",
                    row.list, row.cuda, row.cause, row.fix)));
  }
}

TEST(JudgeChoice, WithNothingLeftToBuildEachClassFails) {
  const BuildPlan plan = judged({"9.0@580.65.06"}, "13.0", "70-real");
  EXPECT_EQ(outcome_of(plan, "9.0@580.65.06"), Outcome::fails_209);
  EXPECT_THAT(told(plan), HasSubstr("no architecture is left to build for | "
                                    "add 90-real to the architectures"));
}

TEST(JudgeChoice, AToolkitThatTheTablesDoNotKnowMayHaveSuffixes) {
  ToolkitFacts facts = toolkit("13.5");
  facts.cuda = {13, 9};
  facts.in_tables = false;
  std::erase_if(facts.archs,
                [](Arch arch) { return arch.scope != ArchScope::base; });
  const BuildPlan plan =
      judge_choice(fleet({"9.0@620.70.06"}), facts,
                   {{{90, ArchScope::exact}, true, false, ""}});
  EXPECT_EQ(list_of(plan), "90a-real");
  EXPECT_THAT(told(plan), Not(HasSubstr("CC610")));
}

TEST(JudgeChoice, CodeThatNoClassUsesIsANote) {
  const BuildPlan plan =
      judged({"9.0@580.65.06"}, "13.0", "75-real;80-real;90-real");
  EXPECT_EQ(told(plan),
            "CC701 note: 75-real;80-real makes the product larger for no "
            "machine: no target group of the profile loads it | leave out "
            "75-real;80-real\n");
}

TEST(JudgeChoice, CodeForAMachineToBeFixedIsNotDead) {
  EXPECT_THAT(told(judged({"8.9@535.183.06"}, "13.0", "89-real")),
              Not(HasSubstr("CC701")));
}

TEST(JudgeChoice, NoPtxForLaterGpusIsAWarningWhereTheProfileAsks) {
  EXPECT_THAT(told(judged({"9.0@580.65.06"}, "13.0", "90-real", true)),
              AllOf(HasSubstr("CC103 warning: GPUs that come later find no "
                              "code"),
                    HasSubstr("| add 90-virtual to the architectures\n")));
  EXPECT_THAT(told(judged({"9.0@580.65.06"}, "13.0", "90", true)), IsEmpty());
  EXPECT_THAT(told(judged({"9.0@580.65.06"}, "13.0", "90-real", false)),
              IsEmpty());
}

// cupy/cupy#6875: PTX at compute_86, deliberately not at compute_87.
TEST(JudgeChoice, PtxOfATegraChipIsNoFallbackForLaterGpus) {
  EXPECT_THAT(told(judged({"8.7-tegra@cuda13.0"}, "13.0", "87", true)),
              AllOf(HasSubstr("CC304 warning"), HasSubstr("compute_87"),
                    HasSubstr("| add 86-virtual to the architectures\n")));
}

TEST(JudgeChoice, ATroubleOfTheMachineIsNotFixedByArchitecturesAlone) {
  EXPECT_THAT(told(judged({"8.9@535.183.06"}, "13.0", "89-real")),
              AllOf(HasSubstr("CC504 error"),
                    HasSubstr("| build with CUDA 12.9, the newest"),
                    Not(HasSubstr("to the architectures"))));
  EXPECT_THAT(told(judged({"8.9@535.183.06"}, "13.0", "75-real")),
              AllOf(HasSubstr("CC504 error"),
                    HasSubstr("| build with CUDA 12.9, the newest"),
                    HasSubstr(", and add 89-real to the architectures\n")));
}

TEST(JudgeChoice, ErrorsComeFirst) {
  const BuildPlan plan = judged({"9.0@580.65.06", "12.0@580.65.06"}, "13.0",
                                "75-real;90-real", true);
  ASSERT_EQ(plan.findings.size(), 3u);
  EXPECT_EQ(plan.findings[0].severity, Severity::error);
  EXPECT_EQ(plan.findings[1].severity, Severity::warning);
  EXPECT_EQ(plan.findings[2].severity, Severity::note);
}

}  // namespace
}  // namespace cudacompat
