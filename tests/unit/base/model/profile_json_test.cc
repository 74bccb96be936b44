// SPDX-License-Identifier: Apache-2.0
#include "base/model/profile_json.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

std::string written(const Profile& profile) {
  std::string out;
  write_profile_json(
      [&](std::string_view text) {
        out += text;
        return true;
      },
      profile);
  return out;
}

TEST(ProfileJson, reads_back_to_the_same_text) {
  constexpr std::string_view kText = R"({
  "schema_version": 1,
  "name": "all",
  "targets": [
    {"name": "a", "count": 0, "gpus": [{"cc": "8.9", "name": "NVIDIA L4"}, {"cc": "8.7", "tegra": true}], "driver": ">=535 <580", "cuda": "12.2", "cuda_compat": "12.9", "max_ptx": "8.2", "os": "wsl", "frameworks": [{"name": "torch", "version": "2.9.1", "cuda": "12.6", "archs": ["sm_87", "compute_90"]}]},
    {"name": "b", "gpus": [{"cc": "9.0"}]}
  ],
  "policy": {
    "accept": ["loads"],
    "downgrade_ptx": true,
    "future_gpus": true,
    "partial": [
      {"unit": "src/hopper/*.cu", "gpus": ["9.0"], "reason": "chosen at run time"}
    ],
    "suppress": [
      {"id": "CC701", "path": "lib/*.so", "reason": "kept for the demo"}
    ]
  }
}
)";
  const auto profile = parse_profile(kText, "all.json");
  ASSERT_TRUE(profile) << profile.error().front();
  EXPECT_EQ(written(*profile), kText);
}

TEST(ProfileJson, has_no_policy_where_it_is_the_default) {
  EXPECT_EQ(policy_json({}), "");
  Policy policy;
  policy.accept = {Outcome::loads};
  EXPECT_EQ(policy_json(policy), "{\n  \"accept\": [\"loads\"]\n}\n");
}

}  // namespace
}  // namespace cudacompat
