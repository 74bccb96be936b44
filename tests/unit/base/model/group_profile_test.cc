// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <tuple>

#include "base/model/profile_json.h"

namespace cudacompat {
namespace {

using ::testing::SizeIs;

constexpr std::string_view kProfile = R"({
  "schema_version": 1,
  "name": "prod",
  "targets": [
    {"name": "l4-pool", "count": 500, "gpus": [{"cc": "8.9", "name": "NVIDIA L4"}], "driver": ">=535.183.06 <580"},
    {"name": "l4", "count": 12, "gpus": [{"cc": "8.9", "name": "NVIDIA L4"}], "driver": ">=535.183.06 <580"},
    {"name": "two", "gpus": [{"cc": "9.0"}, {"cc": "8.6", "name": "A \"40\" \u00e9"}], "cuda": "12.2"},
    {"name": "orin", "gpus": [{"cc": "8.7", "tegra": true}], "cuda": "12.6", "cuda_compat": "12.9",
     "max_ptx": "8.5", "os": "linux-aarch64",
     "frameworks": [{"name": "torch", "version": "2.9.1", "cuda": "12.6", "archs": ["sm_87", "compute_90a"]},
                    {"name": "jax"}]},
    {"name": "wsl", "gpus": [{"cc": "8.9", "name": "NVIDIA L4"}], "driver": "535.183.06", "os": "wsl"}
  ],
  "policy": {
    "accept": ["loads"], "downgrade_ptx": true, "future_gpus": true,
    "partial": [{"unit": "src/*.cu", "gpus": ["9.0", "10.0"], "reason": "chosen at \"run\" time"}],
    "suppress": [{"id": "CC701", "path": "lib/*.so", "reason": "the demo"}]
  }
})";

std::string written(const Profile& profile) {
  std::string text;
  write_profile_json(
      [&](std::string_view piece) {
        text += piece;
        return true;
      },
      profile);
  return text;
}

Profile parsed(std::string_view text) {
  const auto profile = parse_profile(text, "f");
  EXPECT_TRUE(profile) << profile.error().front();
  return profile.value_or(Profile());
}

TEST(GroupProfile, IsReadBackAsTheSameGroupsAndPolicy) {
  const Profile profile = parsed(kProfile);
  const std::string text = written(group_profile(profile));
  const Profile back = parsed(text);
  EXPECT_EQ(written(group_profile(back)), text);
  EXPECT_EQ(policy_json(back.policy), policy_json(profile.policy));
  const auto before = group_targets(profile);
  const auto after = group_targets(back);
  ASSERT_THAT(before, SizeIs(5));
  ASSERT_THAT(after, SizeIs(5));
  for (std::size_t i = 0; i < before.size(); ++i) {
    const TargetGroup& a = before[i];
    const TargetGroup& b = after[i];
    EXPECT_EQ(
        std::tie(a.name, a.count, a.gpu, a.driver, a.cuda, a.cuda_compat),
        std::tie(b.name, b.count, b.gpu, b.driver, b.cuda, b.cuda_compat));
    EXPECT_EQ(std::tie(a.max_ptx, a.os, a.frameworks),
              std::tie(b.max_ptx, b.os, b.frameworks));
  }
}

TEST(GroupProfile, IsATargetForEachGroup) {
  EXPECT_EQ(written(group_profile(parsed(
                R"({"schema_version":1,"name":"p",
                    "policy":{"downgrade_ptx":true},
                    "targets":[{"name":"a","gpus":[{"cc":"8.0"}],"driver":"535"},
                               {"name":"b","gpus":[{"cc":"8.0"}],"driver":"535"}]})"))),
            R"({
  "schema_version": 1,
  "name": "p",
  "targets": [
    {"name": "a, b", "count": 2, "gpus": [{"cc": "8.0"}], "driver": "535"}
  ],
  "policy": {
    "downgrade_ptx": true
  }
}
)");
}

TEST(GroupProfile, KeepsWithinWhatAProfileMayHold) {
  Profile profile;
  for (const char c : {'a', 'b', 'c'}) {
    TargetSpec target;
    target.name = std::string(2001, c) + std::string(1999, 'x');
    target.count = 1'000'000'000;
    target.gpus = {GpuSpec{80, "", false}};
    profile.targets.push_back(std::move(target));
  }
  profile.targets.push_back(profile.targets.front());
  profile.targets.back().gpus = {GpuSpec{89, "", false}};
  profile.targets.back().name = "x" + profile.targets.back().name;
  EXPECT_THAT(parsed(written(group_profile(profile))).targets, SizeIs(2));
}

}  // namespace
}  // namespace cudacompat
