// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/plan/plan.h"
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

struct Row {
  std::string name;
  std::string cuda;
  std::string
      flags;  // l: loads only, p: downgrade PTX, f: future GPUs, s: speed
  std::vector<std::string> targets;
  std::string list;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class Served : public ::testing::TestWithParam<Row> {};

BuildPlan plan_of(const Row& row) {
  Profile profile = fleet(row.targets);
  const auto has = [&](char flag) {
    return row.flags.find(flag) != std::string::npos;
  };
  if (has('l')) profile.policy.accept = {Outcome::loads};
  profile.policy.downgrade_ptx = has('p');
  profile.policy.future_gpus = has('f');
  return make_plan(profile, toolkit(row.cuda),
                   has('s') ? Optimize::speed : Optimize::size);
}

TEST_P(Served, EachClassLoadsTheListed) {
  const BuildPlan plan = plan_of(GetParam());
  EXPECT_EQ(list_of(plan), GetParam().list);
  EXPECT_THAT(told(plan), IsEmpty());
  for (const PlannedGroup& planned : plan.groups) {
    EXPECT_LE(planned.outcome, Outcome::loads_jit) << planned.name;
  }
  for (const PlannedArch& planned : plan.architectures) {
    EXPECT_THAT(planned.because, Not(HasSubstr("no target group")));
  }
}

const std::vector<Row> kRows = {
    {"OneGpu", "13.0", "", {"9.0@580.65.06"}, "90-real"},
    {"OneGpuHasItsOwnSass", "12.9", "", {"8.9@535.183.06"}, "89-real"},
    {"LowestMinorServesItsMajor",
     "12.9",
     "",
     {"8.0@535", "8.6@535", "8.9@535"},
     "80-real"},
    {"NativeCodeBreaksATie",
     "12.9",
     "",
     {"8.6@535", "8.9@535", "8.9@550"},
     "86-real"},
    {"SpeedIsEachOnesOwn",
     "12.9",
     "s",
     {"8.0@535", "8.6@535", "8.9@535"},
     "80-real;86-real;89-real"},
    {"SpeedTakesTheNearestWhereThereIsNoOwn",
     "11.1",
     "s",
     {"8.0@535", "8.9@535"},
     "80-real;86-real"},
    {"MajorsAreApart",
     "12.9",
     "",
     {"7.5@535", "8.6@535", "9.0@535", "12.0@570.26"},
     "75-real;86-real;90-real;120-real"},
    {"VoltaServesTuring", "12.9", "", {"7.0@535", "7.5@535"}, "70-real"},
    {"TegraIsExact",
     "12.6",
     "",
     {"8.0@560", "8.7-tegra@cuda12.6", "8.9@560"},
     "80-real;87-real"},
    {"NewMinorOfAnOldMajor", "12.8", "", {"12.1@580"}, "120-real"},
    {"B300FromItsMajor", "12.8", "", {"10.3@580"}, "100-real"},
    // One wheel, three machines: Forest-Neurotech/mach#62.
    {"ThreeMachinesOfOneWheel",
     "12.3",
     "",
     {"7.5@525.60.13", "8.9@535.183.06", "12.0@580.65.06"},
     "75-real;89"},
    {"JitAtAnArchitectureThatIsBuiltAnyway",
     "12.3",
     "",
     {"8.0@535", "12.0@580.65.06"},
     "80"},
    {"JitAloneIsAsHighAsItCan", "12.3", "", {"12.0@580.65.06"}, "90-virtual"},
    {"PtxIsNotAtATegraChip", "11.7", "", {"9.0@535"}, "86-virtual"},
    {"NoPtxWhereSassServes", "12.3", "", {"9.0@525.60.13"}, "90-real"},
    {"FuturePtxIsAtTheHighest",
     "13.0",
     "f",
     {"7.5@580.65.06", "9.0@580.65.06"},
     "75-real;90"},
    {"FuturePtxIsNotAtATegraChip",
     "13.0",
     "f",
     {"8.0@580.65.06", "8.7-tegra@cuda13.0"},
     "80;87-real"},
    {"FuturePtxOfATegraFleetLiesBelow",
     "13.0",
     "f",
     {"8.7-tegra@cuda13.0"},
     "86-virtual;87-real"},
    {"PtxForAClassServesLaterGpusToo",
     "12.3",
     "f",
     {"8.0@535", "9.0@535", "12.0@580.65.06"},
     "80-real;90"},
    {"FuturePtxDoesNotHarmOldDrivers", "12.8", "f", {"8.9@525.60.13"}, "89"},
    {"SassOnlyWhereAsked",
     "12.8",
     "l",
     {"9.0@525.60.13", "12.0@570.26"},
     "90-real;120-real"},
    {"DowngradedPtx", "12.3", "p", {"8.0@580", "12.0@570.26+ptx8.2"}, "80"},
    {"ThorUnderItsOldName", "12.9", "", {"10.1-tegra@cuda12.9"}, "101-real"},
    {"ThorUnderItsNewName", "13.0", "", {"11.0-tegra@cuda13.0"}, "110-real"},
    {"BothEndsOfADriverRange", "12.3", "", {"9.0@>=535"}, "90-real"},
    {"CompatRaisesTheDriver", "13.0", "", {"9.0@580.65.06"}, "90-real"},
};

INSTANTIATE_TEST_SUITE_P(MakePlan, Served, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(MakePlan, EachArchitectureSaysWhoNeedsIt) {
  Profile profile = fleet({"8.0@535", "8.6@535", "8.9@535.183.06", "8.9@550",
                           "9.0@580.65.06", "12.0@580.65.06"});
  profile.policy.future_gpus = true;
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  ASSERT_EQ(list_of(plan), "80-real;90");
  EXPECT_EQ(plan.architectures[0].because,
            "SASS for 8.0@535, 8.6@535, 8.9@535.183.06 and 1 more");
  EXPECT_EQ(plan.architectures[1].because,
            "SASS for 9.0@580.65.06; PTX 8.3 for 12.0@580.65.06 and GPUs that "
            "come later");
  EXPECT_EQ(plan.ptx_emitted, (Version{8, 3}));
  EXPECT_EQ(plan.downgrade_to, std::nullopt);
}

TEST(MakePlan, EachClassNamesItsImage) {
  const BuildPlan plan =
      make_plan(fleet({"8.9@535.183.06", "8.0@535", "12.0@580.65.06"}),
                toolkit("12.3"), Optimize::size);
  ASSERT_EQ(plan.groups.size(), 3u);
  EXPECT_EQ(plan.groups[0].image, "sm_80");
  EXPECT_EQ(plan.groups[0].because, "SASS of the same major");
  EXPECT_EQ(plan.groups[1].because, "SASS of its own");
  EXPECT_EQ(plan.groups[2].image, "compute_80 (PTX 8.3)");
  EXPECT_EQ(plan.groups[2].because, "compiled by the driver at first start");
}

TEST(MakePlan, WithoutPtxNoVersionIsEmitted) {
  const BuildPlan plan =
      make_plan(fleet({"8.9@535"}), toolkit("12.3"), Optimize::size);
  EXPECT_EQ(plan.ptx_emitted, std::nullopt);
}

TEST(MakePlan, PtxIsDowngradedToTheOldestThatNeedsIt) {
  Profile profile = fleet({"12.0@570.26+ptx8.2", "12.0@570.26+ptx8.1",
                           "12.0@580.65.06", "8.0@525.60.13"});
  profile.policy.downgrade_ptx = true;
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  EXPECT_EQ(list_of(plan), "80");
  EXPECT_EQ(plan.downgrade_to, (Version{8, 1}));
  EXPECT_THAT(
      plan.architectures[0].because,
      HasSubstr("PTX 8.1 (downgraded from 8.3) for 12.0@570.26+ptx8.2"));
  EXPECT_THAT(told(plan), IsEmpty());
}

// 8.9 was never a PTX version: the next that the group reads is 8.8.
TEST(MakePlan, PtxIsDowngradedToAVersionThatExists) {
  Profile profile = fleet({"11.0-tegra@cuda13.0+ptx8.9"});
  profile.policy.downgrade_ptx = true;
  ToolkitFacts facts = toolkit("13.1");
  std::erase_if(facts.archs, [](Arch arch) { return arch.number == 110; });
  const BuildPlan plan = make_plan(profile, facts, Optimize::size);
  EXPECT_EQ(plan.downgrade_to, (Version{8, 8}));
  EXPECT_THAT(told(plan), IsEmpty());
}

TEST(MakePlan, PtxIsNotDowngradedBelowItsTarget) {
  // compute_90 needs 7.8, and the group reads 7.4: compute_80 it is.
  Profile profile = fleet({"12.0@570.26+ptx7.4", "9.0@535"});
  profile.policy.downgrade_ptx = true;
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  EXPECT_EQ(plan.downgrade_to, (Version{7, 4}));
  EXPECT_EQ(outcome_of(plan, "12.0@570.26+ptx7.4"), Outcome::loads_jit);
  EXPECT_THAT(told(plan), IsEmpty());
}

// PTX for compute_80 cannot be downgraded to 6.5, and the driver would pick it.
TEST(MakePlan, PtxForLaterGpusIsNotAddedWhereAClassWouldPickItAndFail) {
  Profile profile =
      fleet({"7.5@580.65.06", "8.0@580.65.06", "11.0-tegra@cuda13.0+ptx6.5"});
  profile.policy.downgrade_ptx = true;
  profile.policy.future_gpus = true;
  const BuildPlan plan = make_plan(profile, toolkit("12.4"), Optimize::speed);
  EXPECT_EQ(list_of(plan), "75;80-real");
  EXPECT_THAT(told(plan), IsEmpty());
}

TEST(MakePlan, DowngradeIsNotAskedForWhereNoClassNeedsIt) {
  Profile profile = fleet({"9.0@535", "12.0@580.65.06"});
  profile.policy.downgrade_ptx = true;
  profile.policy.future_gpus = true;
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  EXPECT_EQ(plan.downgrade_to, std::nullopt);
}

TEST(MakePlan, AToolkitThatTheTablesDoNotKnowIsUsedAsAsked) {
  ToolkitFacts facts;
  facts.cuda = {13, 9};
  facts.release = "13.9.12";
  facts.ptx_isa = Version{9, 9};
  facts.archs = {{90, ArchScope::base}, {100, ArchScope::base}};
  facts.in_tables = false;
  const Profile profile = fleet({"9.0@580.65.06", "10.3@580.65.06"});
  const BuildPlan plan = make_plan(profile, facts, Optimize::size);
  EXPECT_EQ(list_of(plan), "90-real;100-real");
  EXPECT_EQ(
      told(plan),
      "CC903 warning: some of what CUDA 13.9 builds can only be judged as "
      "unknown: the tables end with CUDA 13.5, so the toolkit was asked. It "
      "writes PTX 9.9 by what its ptxas says, and its architectures are those "
      "of nvcc --list-gpu-code, which leaves out a and f ones | update "
      "cudacompat\n");
  facts.ptx_isa.reset();
  facts.archs.push_back({139, ArchScope::base});
  EXPECT_THAT(told(make_plan(profile, facts, Optimize::size)),
              AllOf(HasSubstr("has no ptxas that tells which PTX it writes"),
                    HasSubstr("; no table knows the GPU of sm_139 |")));
}

TEST(MakePlan, ManyClassesArePlannedQuickly) {
  Profile profile;
  for (int i = 0; i < 500; ++i) {
    TargetSpec target = parse_target_shorthand("8.9@535").value();
    target.name = fmt::format("n{}", i);
    target.driver->low.minor = static_cast<std::uint16_t>(i);
    target.driver->low.parts = 2;
    target.driver->high = target.driver->low;
    profile.targets.push_back(target);
  }
  const BuildPlan plan = make_plan(profile, toolkit("13.0"), Optimize::size);
  EXPECT_EQ(plan.groups.size(), 500u);
  ASSERT_EQ(plan.findings.size(), 1u);
  EXPECT_THAT(plan.findings[0].message, HasSubstr("and 497 more"));
}

}  // namespace
}  // namespace cudacompat
