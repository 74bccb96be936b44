// SPDX-License-Identifier: Apache-2.0
#include "base/model/version.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

DriverVersion driver(const char* text) {
  return parse_driver_version(text).value();
}

TEST(Version, ReadsAndPrints) {
  EXPECT_EQ(parse_version("12.8").value(), (Version{12, 8}));
  EXPECT_EQ(parse_version("13").value(), (Version{13, 0}));
  EXPECT_EQ(to_string(Version{8, 10}), "8.10");
}

TEST(Version, OfABuildIsItsRelease) {
  EXPECT_EQ(cuda_release("13.0.88"), (Version{13, 0}));
  EXPECT_EQ(cuda_release("12.9"), (Version{12, 9}));
  EXPECT_EQ(cuda_release("12.4.131-h5888daf_0"), (Version{12, 4}));
  for (const char* bad : {"", "13", "13.", "?", "v12.4", "12.x.1"}) {
    EXPECT_FALSE(cuda_release(bad)) << bad;
  }
}

TEST(Version, OrdersByNumberNotByText) {
  EXPECT_LT((Version{8, 9}), (Version{8, 10}));
  EXPECT_LT((Version{9, 5}), (Version{12, 0}));
}

TEST(Version, RefusesWhatIsNotAVersion) {
  for (const char* bad : {"", ".", "12.", ".8", "12.8.1", "v12", "12.x", "-1.0",
                          "12 .8", "99999.0"})
    EXPECT_FALSE(parse_version(bad)) << bad;
  EXPECT_EQ(parse_version("twelve").error().message,
            "'twelve' is not a version; allowed: MAJOR.MINOR, as in 12.8");
}

TEST(DriverVersion, KeepsTheNumberOfParts) {
  EXPECT_EQ(to_string(driver("535")), "535");
  EXPECT_EQ(to_string(driver("535.183.06")), "535.183.06");
  EXPECT_EQ(to_string(driver("537.13")), "537.13");
  EXPECT_EQ(to_string(driver("570.26")), "570.26");
  EXPECT_EQ(to_string(driver("528.09")), "528.09");
  EXPECT_FALSE(parse_driver_version("535.1.2.3"));
  EXPECT_FALSE(parse_driver_version("R535"));
}

TEST(DriverVersion, AtLeastComparesNumbers) {
  EXPECT_TRUE(at_least(driver("535.183.06"), driver("525.60.13")));
  EXPECT_TRUE(at_least(driver("525.60.13"), driver("525.60.13")));
  EXPECT_FALSE(at_least(driver("525.60.11"), driver("525.60.13")));
  EXPECT_FALSE(at_least(driver("520.61.05"), driver("525.60.13")));
  EXPECT_TRUE(at_least(driver("570.124.06"), driver("570.26")));
}

TEST(DriverVersion, ABareBranchCountsAsItsRelease) {
  EXPECT_TRUE(at_least(driver("525"), driver("525.60.13")));
  EXPECT_FALSE(at_least(driver("520"), driver("525.60.13")));
}

}  // namespace
}  // namespace cudacompat
