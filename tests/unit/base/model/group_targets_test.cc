// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/model/profile.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;

TargetSpec target(std::string name, std::vector<GpuSpec> gpus,
                  std::string_view driver, std::uint64_t count = 1) {
  TargetSpec spec;
  spec.name = std::move(name);
  spec.gpus = std::move(gpus);
  spec.driver = *parse_driver_range(driver);
  spec.count = count;
  return spec;
}

std::vector<std::string> groups_of(std::vector<TargetSpec> targets) {
  Profile profile;
  profile.targets = std::move(targets);
  std::vector<std::string> out;
  for (const TargetGroup& machine : group_targets(profile)) {
    out.push_back(fmt::format("{}: {} x {}", machine.name, machine.count,
                              cc_to_string(machine.gpu.cc)));
  }
  return out;
}

TEST(Collapse, JoinsTargetsThatDifferInNameAndCountOnly) {
  const GpuSpec l4 = {89, "NVIDIA L4", false};
  EXPECT_THAT(
      groups_of({target("a", {l4}, "535", 2), target("b", {l4}, "570", 3),
                 target("c", {l4}, "535", 4)}),
      ElementsAre("a, c: 6 x 8.9", "b: 3 x 8.9"));
  EXPECT_THAT(groups_of({target("a", {l4}, "535"), target("b", {l4}, "535"),
                         target("c", {l4}, "535"), target("d", {l4}, "535")}),
              ElementsAre("a, b (+2): 4 x 8.9"));
}

TEST(Collapse, KeepsApartWhatIsJudgedApart) {
  const TargetSpec plain = target("a", {{89, "", false}}, "535");
  std::vector<TargetSpec> targets(9, plain);
  targets[1].gpus[0].cc = 80;
  targets[2].gpus[0].name = "NVIDIA L4";
  targets[3].gpus[0].tegra = true;
  targets[4].driver = *parse_driver_range(">=535");
  targets[5].cuda = Version{12, 2};
  targets[6].cuda_compat = Version{12, 2};
  targets[7].max_ptx = Version{8, 2};
  targets[8].os = Os::wsl;
  TargetSpec torch = plain;
  torch.frameworks = {{"torch", "2.9", {}, {}, {}}};
  targets.push_back(torch);
  torch.frameworks[0].sass = {{80, ArchScope::base}};
  targets.push_back(torch);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    targets[i].name = std::to_string(i);
  }
  EXPECT_EQ(groups_of(targets).size(), targets.size());
}

TEST(Collapse, MakesAClassOfEachGpuOfATarget) {
  EXPECT_THAT(groups_of({target("mixed", {{86, "", false}, {90, "", false}},
                                "535", 5)}),
              ElementsAre("mixed (8.6): 5 x 8.6", "mixed (9.0): 5 x 9.0"));
}

TEST(Collapse, CountsAMachineWithTwoEqualGpusOnce) {
  const GpuSpec l4 = {89, "NVIDIA L4", false};
  EXPECT_THAT(groups_of({target("a", {l4, l4}, "535", 5)}),
              ElementsAre("a: 5 x 8.9"));
}

TEST(Collapse, NamesTheModelWhereTwoHaveOneComputeCapability) {
  EXPECT_THAT(
      groups_of({target(
          "a", {{89, "NVIDIA L4", false}, {89, "RTX 4090", false}}, "535")}),
      ElementsAre("a (8.9 NVIDIA L4): 1 x 8.9", "a (8.9 RTX 4090): 1 x 8.9"));
}

TEST(Collapse, GivesNoTwoClassesOneName) {
  EXPECT_THAT(groups_of({target("a", {{80, "", false}}, "535"),
                         target("a", {{80, "", false}}, "570"),
                         target("a", {{80, "", false}}, "580")}),
              ElementsAre("a: 1 x 8.0", "a #2: 1 x 8.0", "a #3: 1 x 8.0"));
}

TEST(Collapse, OfAHundredThousandNodesLeavesTheFewClassesThatDiffer) {
  Profile profile;
  for (int i = 0; i < 100'000; ++i) {
    profile.targets.push_back(target(
        "node" + std::to_string(i), {{static_cast<Cc>(80 + i % 10), "", false}},
        i % 3 == 0 ? "535.183.06" : ">=570"));
  }
  const std::vector<TargetGroup> groups = group_targets(profile);
  EXPECT_EQ(groups.size(), 20u);
  std::uint64_t machines = 0;
  for (const TargetGroup& machine : groups) machines += machine.count;
  EXPECT_EQ(machines, 100'000u);
}

}  // namespace
}  // namespace cudacompat
