// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "judge/facts/tables.h"
#include "judge/plan/choice.h"
#include "judge/plan/format_arch_list.h"
#include "judge/plan/plan.h"
#include "judge/plan/trial.h"
#include "judge/verdict/finding.h"
#include "unit/judge/plan/fleet.h"

namespace cudacompat {
namespace {

/// What a fleet asks and what it is built with, made up from a number.
struct Generated {
  Profile profile;
  ToolkitFacts toolkit;
};

template <typename Rows>
const auto& any_of(const Rows& rows, std::mt19937& random) {
  return rows[random() % rows.size()];
}

bool builds(const ToolkitFacts& toolkit, Cc cc) {
  return std::ranges::find(toolkit.archs, Arch{cc, ArchScope::base}) !=
         toolkit.archs.end();
}

Generated generate(unsigned seed) {
  std::mt19937 random(seed);
  Generated out;
  do {
    const Version cuda = any_of(release_table(), random).cuda;
    const auto facts = toolkit_from_tables(cuda);
    if (facts && cuda >= Version{11, 0}) out.toolkit = *facts;
  } while (out.toolkit.archs.empty());
  out.profile.name = "generated";
  const std::size_t n = 1 + random() % 8;
  for (std::size_t i = 0; i < n; ++i) {
    // Mostly what the toolkit can build for, on drivers that run it.
    const bool usual = random() % 8 != 0;
    const GpuRow* row = &any_of(gpu_table(), random);
    for (int tries = 0; usual && tries < 50 && !builds(out.toolkit, row->cc);
         ++tries) {
      row = &any_of(gpu_table(), random);
    }
    const GpuRow& gpu = *row;
    TargetSpec target;
    target.name = fmt::format("n{}", i);
    target.gpus = {GpuSpec{gpu.cc, "", gpu.tegra}};
    if (gpu.tegra || random() % 4 == 0) {
      target.cuda = any_of(release_table(), random).cuda;
      if (usual) target.cuda = std::max(*target.cuda, out.toolkit.cuda);
    } else {
      DriverVersion driver = any_of(release_driver_table(), random).linux_;
      const std::uint16_t least = std::max<std::uint16_t>(
          gpu.first_branch, out.toolkit.cuda.major >= 13 ? 580 : 525);
      for (int tries = 0;
           usual && tries < 50 &&
           (driver.branch < least ||
            (gpu.last_branch != 0 && driver.branch > gpu.last_branch));
           ++tries) {
        driver = any_of(release_driver_table(), random).linux_;
      }
      target.driver = DriverRange{driver, driver, false};
    }
    if (random() % 5 == 0) {
      target.max_ptx = any_of(release_table(), random).ptx_isa;
    }
    out.profile.targets.push_back(target);
  }
  if (random() % 3 == 0) out.profile.policy.accept = {Outcome::loads};
  out.profile.policy.downgrade_ptx = random() % 2 == 0;
  out.profile.policy.future_gpus = random() % 2 == 0;
  return out;
}

/// Outcomes of a list, asked of the verdict layer itself.
std::vector<Outcome> judged(const Generated& g,
                            const std::vector<PlannedArch>& archs,
                            std::optional<Version> downgrade_to) {
  const auto groups = resolve_all(group_targets(g.profile));
  const auto verdict = judge(synthetic_artifact(archs, g.toolkit, downgrade_to),
                             groups, g.profile.policy);
  std::vector<Outcome> outcomes;
  for (const TargetVerdict& target : verdict.targets) {
    outcomes.push_back(target.outcome);
  }
  return outcomes;
}

std::vector<Outcome> predicted(const BuildPlan& plan) {
  std::vector<Outcome> outcomes;
  for (const PlannedGroup& planned : plan.groups) {
    outcomes.push_back(planned.outcome);
  }
  return outcomes;
}

bool all_accepted(const Generated& g, const std::vector<Outcome>& outcomes) {
  return std::ranges::all_of(outcomes, [&](Outcome outcome) {
    return g.profile.policy.accepts(outcome);
  });
}

std::size_t images(const std::vector<PlannedArch>& archs) {
  std::size_t n = 0;
  for (const PlannedArch& planned : archs) {
    n += static_cast<std::size_t>(planned.real) +
         static_cast<std::size_t>(planned.virtual_);
  }
  return n;
}

constexpr unsigned kFleets = 80;

TEST(PlanProperties, EachPredictionIsTheVerdictOnTheMadeUpProduct) {
  for (unsigned seed = 0; seed < kFleets; ++seed) {
    const Generated g = generate(seed);
    for (const Optimize optimize : {Optimize::size, Optimize::speed}) {
      const BuildPlan plan = make_plan(g.profile, g.toolkit, optimize);
      EXPECT_EQ(predicted(plan),
                judged(g, plan.architectures, plan.downgrade_to))
          << "fleet " << seed;
    }
  }
}

TEST(PlanProperties, APlanHasErrorsExactlyWhereAClassIsNotServed) {
  int served = 0;
  for (unsigned seed = 0; seed < kFleets; ++seed) {
    const Generated g = generate(seed);
    const BuildPlan plan = make_plan(g.profile, g.toolkit, Optimize::size);
    const bool good = all_accepted(g, predicted(plan));
    const bool errors = std::ranges::any_of(
        plan.findings,
        [](const Finding& f) { return f.severity == Severity::error; });
    EXPECT_NE(good, errors) << "fleet " << seed;
    for (const Finding& finding : plan.findings) {
      EXPECT_NE(finding.id, "") << "fleet " << seed;
      EXPECT_NE(finding.fix, "") << "fleet " << seed << finding.message;
    }
    served += good ? 1 : 0;
  }
  // The fleets are of use to both halves.
  EXPECT_GT(served, 15);
  EXPECT_LT(served, static_cast<int>(kFleets) - 15);
}

TEST(PlanProperties, WithoutAnyImageSomeClassIsWorseOff) {
  int images_tried = 0;
  for (unsigned seed = 0; seed < kFleets; ++seed) {
    const Generated g = generate(seed);
    const BuildPlan plan = make_plan(g.profile, g.toolkit, Optimize::size);
    if (!all_accepted(g, predicted(plan))) continue;
    for (std::size_t i = 0; i < plan.architectures.size(); ++i) {
      for (const bool real : {true, false}) {
        std::vector<PlannedArch> fewer = plan.architectures;
        bool& kind = real ? fewer[i].real : fewer[i].virtual_;
        const bool for_later = !real && g.profile.policy.future_gpus;
        if (!kind || for_later) continue;
        kind = false;
        ++images_tried;
        EXPECT_FALSE(std::ranges::equal(judged(g, fewer, plan.downgrade_to),
                                        predicted(plan), std::less_equal<>{}))
            << "fleet " << seed << " " << to_cmake_list(plan.architectures)
            << " without " << to_cmake_list({plan.architectures[i]});
      }
    }
  }
  EXPECT_GT(images_tried, 30);
}

/// No list of SASS with fewer images than the plan's serves what it serves.
TEST(PlanProperties, NoShorterListOfSassServesTheFleet) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Generated g = generate(seed);
    g.profile.policy.future_gpus = false;
    g.profile.policy.accept = {Outcome::loads};
    const BuildPlan plan = make_plan(g.profile, g.toolkit, Optimize::size);
    const std::size_t size = images(plan.architectures);
    if (!all_accepted(g, predicted(plan)) || size > 3) continue;
    std::vector<PlannedArch> all;
    for (const Arch arch : g.toolkit.archs) {
      if (arch.scope == ArchScope::base) all.push_back(sass_of(arch));
    }
    for (std::size_t i = 0; size > 1 && i < all.size(); ++i) {
      EXPECT_FALSE(all_accepted(g, judged(g, {all[i]}, {}))) << seed;
      for (std::size_t j = i + 1; size > 2 && j < all.size(); ++j) {
        EXPECT_FALSE(all_accepted(g, judged(g, {all[i], all[j]}, {}))) << seed;
      }
    }
  }
}

TEST(PlanProperties, SpeedServesEachClassAsSizeDoes) {
  for (unsigned seed = 0; seed < kFleets; ++seed) {
    const Generated g = generate(seed);
    const auto size =
        predicted(make_plan(g.profile, g.toolkit, Optimize::size));
    const auto speed =
        predicted(make_plan(g.profile, g.toolkit, Optimize::speed));
    EXPECT_EQ(size, speed) << "fleet " << seed;
  }
}

TEST(PlanProperties, APlanJudgedAsAChoiceHasTheSameVerdicts) {
  for (unsigned seed = 0; seed < kFleets; ++seed) {
    const Generated g = generate(seed);
    const BuildPlan plan = make_plan(g.profile, g.toolkit, Optimize::size);
    const BuildPlan choice =
        judge_choice(g.profile, g.toolkit, plan.architectures);
    EXPECT_EQ(predicted(choice), predicted(plan)) << "fleet " << seed;
    EXPECT_EQ(choice.downgrade_to, plan.downgrade_to) << "fleet " << seed;
    for (const Finding& finding : choice.findings) {
      EXPECT_NE(finding.id, "CC701") << "fleet " << seed << finding.message;
      EXPECT_NE(finding.id, "CC103") << "fleet " << seed << finding.message;
    }
  }
}

TEST(PlanProperties, TheSameInputGivesTheSamePlan) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Generated g = generate(seed);
    const std::string first = to_cmake_list(
        make_plan(g.profile, g.toolkit, Optimize::size).architectures);
    std::ranges::reverse(g.profile.targets);
    std::ranges::reverse(g.toolkit.archs);
    EXPECT_EQ(
        to_cmake_list(
            make_plan(g.profile, g.toolkit, Optimize::size).architectures),
        first)
        << "fleet " << seed;
  }
}

}  // namespace
}  // namespace cudacompat
