// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/model/profile.h"

namespace cudacompat {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

std::string error_of(std::string_view text) {
  const Result<TargetSpec> target = parse_target_shorthand(text);
  return target ? "a target" : target.error().message;
}

TEST(TargetShorthand, TakesGpuAndDriver) {
  const TargetSpec target = *parse_target_shorthand("8.9@535.183.06");
  EXPECT_EQ(target.name, "8.9@535.183.06");
  ASSERT_EQ(target.gpus.size(), 1u);
  EXPECT_EQ(target.gpus[0].cc, 89);
  EXPECT_FALSE(target.gpus[0].tegra);
  EXPECT_EQ(to_string(*target.driver), "535.183.06");
  EXPECT_FALSE(target.cuda);
  EXPECT_EQ(target.os, Os::linux_x86_64);
  EXPECT_EQ(target.count, 1u);
}

TEST(TargetShorthand, TakesCudaInsteadOfADriver) {
  const TargetSpec target = *parse_target_shorthand("9.0@cuda12.2");
  EXPECT_FALSE(target.driver);
  EXPECT_EQ(*target.cuda, (Version{12, 2}));
}

TEST(TargetShorthand, TakesAGpuAlone) {
  const TargetSpec target = *parse_target_shorthand("12.1");
  EXPECT_EQ(target.gpus[0].cc, 121);
  EXPECT_FALSE(target.driver);
  EXPECT_FALSE(target.cuda);
}

TEST(TargetShorthand, TakesTegraRangesAndModifiers) {
  const TargetSpec tegra = *parse_target_shorthand("8.7-tegra@cuda12.6");
  EXPECT_TRUE(tegra.gpus[0].tegra);
  EXPECT_EQ(to_string(*parse_target_shorthand("8.9@>=535 <580")->driver),
            ">=535 <580");
  const TargetSpec compat =
      *parse_target_shorthand("9.0@535.183.06+compat12.9+ptx8.2+aarch64");
  EXPECT_EQ(*compat.cuda_compat, (Version{12, 9}));
  EXPECT_EQ(*compat.max_ptx, (Version{8, 2}));
  EXPECT_EQ(compat.os, Os::linux_aarch64);
  const TargetSpec both = *parse_target_shorthand("9.0@535+cuda12.9");
  EXPECT_EQ(to_string(*both.driver), "535");
  EXPECT_EQ(*both.cuda, (Version{12, 9}));
}

TEST(TargetShorthand, KnowsEachSystem) {
  const std::pair<std::string, Os> kCases[] = {
      {"windows", Os::windows_x86_64},
      {"windows-x86_64", Os::windows_x86_64},
      {"wsl", Os::wsl},
      {"aarch64", Os::linux_aarch64},
      {"linux-aarch64", Os::linux_aarch64},
      {"linux-x86_64", Os::linux_x86_64},
  };
  for (const auto& [word, os] : kCases) {
    EXPECT_EQ(parse_target_shorthand("8.9@535+" + word)->os, os) << word;
  }
}

TEST(TargetShorthand, SaysWhatWasMeant) {
  const Row kCases[] = {
      Row("sm_89@535", "8.9@535"),
      Row("compute_90@cuda12.2", "9.0@cuda12.2"),
      Row("9.0a@570", "9.0@570"),
      Row("89@535", "8.9@535"),
      Row("120@570+ptx8.7", "12.0@570+ptx8.7"),
      Row("87-tegra@cuda12.6", "8.7-tegra@cuda12.6"),
      Row("9.0@12.2", "9.0@cuda12.2"),
      Row("8.9@r535", "8.9@535"),
      Row("sm_90@12.2+compat12.9", "9.0@cuda12.2+compat12.9"),
  };
  for (const auto& [text, meant] : kCases) {
    EXPECT_EQ(error_of(text), fmt::format("\"{}\" is not a target; did you "
                                          "mean \"{}\"?",
                                          text, meant));
  }
}

TEST(TargetShorthand, SaysWhatIsAllowed) {
  const Row kCases[] = {
      Row("",
          "\"\" is not a target; write CC@DRIVER or CC@cudaVERSION, as in "
          "8.9@535.183.06 or 9.0@cuda12.2"),
      Row("L4@535",
          "\"L4@535\": \"L4\" is not a compute capability; write MAJOR.MINOR, "
          "as "
          "in \"8.9\" or \"12.0\""),
      Row("8.9@535+win",
          "\"8.9@535+win\": +\"win\" is not known; write +compat12.9, +ptx8.2, "
          "+cuda12.2, +windows, +wsl or +aarch64"),
      Row("8.9@535+ptx8.2+ptx8.3",
          "\"8.9@535+ptx8.2+ptx8.3\": ptx stands twice"),
      Row("8.9@cuda12.2+cuda12.3",
          "\"8.9@cuda12.2+cuda12.3\": cuda stands twice"),
  };
  for (const auto& [text, message] : kCases) {
    EXPECT_EQ(error_of(text), message);
  }
}

TEST(TargetShorthand, RefusesEverythingElse) {
  for (const std::string_view text :
       {"@", "@535", "8.9@", "8.9@cuda", "8.9+", "8.9@535+", "8.9@@535",
        "8.9@535@535", "8.9-tegra-tegra@535", "-tegra@535", "8.9 @535",
        "8.9@535+compat", "8.9@535+ptx82", "8.9@535+cuda535"}) {
    EXPECT_FALSE(parse_target_shorthand(text)) << text;
  }
}

}  // namespace
}  // namespace cudacompat
