// SPDX-License-Identifier: Apache-2.0
#include "base/model/profile.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

constexpr std::string_view kFleet = R"({
  "$schema": "profile.json", "schema_version": 1, "name": "prod",
  "targets": [
    {"name": "l4-pool", "count": 512, "driver": "535.183.06",
     "gpus": [{"cc": "8.9", "name": "NVIDIA L4"}], "os": "linux-x86_64"},
    {"name": "h200", "gpus": [{"cc": "9.0"}], "cuda": "13.0",
     "cuda_compat": "13.1", "max_ptx": "9.1"},
    {"name": "orin", "gpus": [{"cc": "8.7", "tegra": true}], "cuda": "12.6",
     "os": "linux-aarch64",
     "frameworks": [{"name": "torch", "version": "2.9.1", "cuda": "12.6",
                     "archs": ["sm_87", "compute_90a"]}]}],
  "policy": {
    "accept": ["loads", "unknown"], "downgrade_ptx": true, "future_gpus": true,
    "partial": [{"path": "a.so", "unit": "src/*.cu", "kernel": "*sm90*",
                 "gpus": ["9.0", "10.0"], "reason": "chosen at run time"}],
    "suppress": [{"id": "CC701", "path": "lib/*.so", "reason": "the demo"}]}
})";

Profile parsed(std::string_view text) {
  auto profile = parse_profile(text, "fleet.json");
  if (!profile) {
    ADD_FAILURE() << fmt::format("{}", fmt::join(profile.error(), "\n"));
    return {};
  }
  return *profile;
}

TEST(Profile, HoldsAllThatIsWritten) {
  const Profile profile = parsed(kFleet);
  EXPECT_EQ(profile.name, "prod");
  ASSERT_EQ(profile.targets.size(), 3u);

  const TargetSpec& l4 = profile.targets[0];
  EXPECT_EQ(l4.name, "l4-pool");
  EXPECT_EQ(l4.count, 512u);
  EXPECT_EQ(l4.gpus, (std::vector<GpuSpec>{{89, "NVIDIA L4", false}}));
  EXPECT_EQ(to_string(*l4.driver), "535.183.06");
  EXPECT_FALSE(l4.cuda);

  const TargetSpec& h200 = profile.targets[1];
  EXPECT_EQ(h200.count, 1u);
  EXPECT_FALSE(h200.driver);
  EXPECT_EQ(*h200.cuda, (Version{13, 0}));
  EXPECT_EQ(*h200.cuda_compat, (Version{13, 1}));
  EXPECT_EQ(*h200.max_ptx, (Version{9, 1}));

  const TargetSpec& orin = profile.targets[2];
  EXPECT_TRUE(orin.gpus[0].tegra);
  EXPECT_EQ(orin.os, Os::linux_aarch64);
  const FrameworkSpec torch = {"torch",
                               "2.9.1",
                               Version{12, 6},
                               {{87, ArchScope::base}},
                               {{90, ArchScope::exact}}};
  EXPECT_EQ(orin.frameworks, std::vector<FrameworkSpec>{torch});
}

TEST(Profile, HoldsThePolicy) {
  const Policy policy = parsed(kFleet).policy;
  EXPECT_TRUE(policy.accepts(Outcome::loads));
  EXPECT_TRUE(policy.accepts(Outcome::unknown));
  EXPECT_FALSE(policy.accepts(Outcome::loads_jit));
  EXPECT_TRUE(policy.downgrade_ptx);
  EXPECT_TRUE(policy.future_gpus);
  ASSERT_EQ(policy.partial.size(), 1u);
  EXPECT_EQ(policy.partial[0].path, "a.so");
  EXPECT_EQ(policy.partial[0].unit, "src/*.cu");
  EXPECT_EQ(policy.partial[0].kernel, "*sm90*");
  EXPECT_EQ(policy.partial[0].gpus, (std::vector<Cc>{90, 100}));
  EXPECT_EQ(policy.partial[0].reason, "chosen at run time");
  ASSERT_EQ(policy.suppress.size(), 1u);
  EXPECT_EQ(policy.suppress[0].id, "CC701");
  EXPECT_EQ(policy.suppress[0].path, "lib/*.so");
  EXPECT_EQ(policy.suppress[0].reason, "the demo");
}

TEST(Profile, AsksForNothingThatIsNotWritten) {
  const Profile profile = parsed(
      R"({"schema_version": 1,
          "targets": [{"name": "a", "gpus": [{"cc": "8.0"}]}]})");
  EXPECT_EQ(profile.name, "");
  EXPECT_EQ(profile.policy.accept,
            (std::vector<Outcome>{Outcome::loads, Outcome::loads_jit}));
  EXPECT_FALSE(profile.policy.downgrade_ptx);
  EXPECT_FALSE(profile.policy.future_gpus);
  EXPECT_FALSE(profile.targets[0].driver);
  EXPECT_FALSE(profile.targets[0].cuda);
  EXPECT_EQ(profile.targets[0].os, Os::linux_x86_64);
}

TEST(Profile, MayHaveEmptyRowsThatAProgramWrote) {
  const Profile profile = parsed(
      R"({"schema_version": 1, "policy": {"partial": [], "suppress": []},
          "targets": [{"name": "a", "gpus": [{"cc": "8.0"}],
                       "frameworks": []}]})");
  EXPECT_TRUE(profile.policy.partial.empty());
}

TEST(Profile, MayBeginWithAByteOrderMarkAndHaveWindowsLineEnds) {
  std::string text = "\xef\xbb\xbf";
  for (const char c : kFleet) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(parsed(text).targets.size(), 3u);
}

TEST(Profile, CutAtAnyByteIsAnError) {
  for (std::size_t size = 0; size < kFleet.size(); ++size) {
    const auto profile = parse_profile(kFleet.substr(0, size), "f");
    ASSERT_FALSE(profile) << size;
    ASSERT_EQ(profile.error().size(), 1u) << size;
    EXPECT_EQ(profile.error()[0].find("f:"), 0u) << profile.error()[0];
    EXPECT_NE(profile.error()[0].find(": not JSON: "), std::string::npos);
  }
}

TEST(Profile, WithAnyByteChangedParsesOrSaysWhere) {
  std::string text(kFleet);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'\0', '"', '{', ']', ',', '9', '\xff', '\\'}) {
      const char before = text[i];
      text[i] = c;
      const auto profile = parse_profile(text, "f");
      if (!profile) {
        ++refused;
        ASSERT_FALSE(profile.error().empty());
        for (const std::string& line : profile.error()) {
          ASSERT_EQ(line.find("f:"), 0u) << line;
        }
      }
      text[i] = before;
    }
  }
  EXPECT_GT(refused, text.size());  // one byte cannot often be right
}

}  // namespace
}  // namespace cudacompat
