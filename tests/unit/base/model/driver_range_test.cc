// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/model/profile.h"

namespace cudacompat {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

std::string respelled(std::string_view text) {
  const Result<DriverRange> range = parse_driver_range(text);
  return range ? to_string(*range) : "error: " + range.error().message;
}

TEST(DriverRange, KeepsEachSpelling) {
  for (const std::string text :
       {"535", "535.183.06", "537.13", ">=535", ">=535.54.03", ">=535 <580",
        "535.54.03..570.211.01", "535..570"}) {
    EXPECT_EQ(respelled(text), text);
  }
}

TEST(DriverRange, DoesNotMindBlanks) {
  EXPECT_EQ(respelled("  535.183.06 "), "535.183.06");
  EXPECT_EQ(respelled(">= 535  < 580"), ">=535 <580");
  EXPECT_EQ(respelled(">=535<580"), ">=535 <580");
  EXPECT_EQ(respelled("535 .. 570"), "535..570");
  EXPECT_EQ(respelled(">=535 <=570.211.01"), "535..570.211.01");
}

TEST(DriverRange, HasTwoEndsOrOne) {
  const DriverRange one = *parse_driver_range("535.183.06");
  EXPECT_EQ(one.low, *one.high);
  EXPECT_FALSE(one.high_excluded);
  EXPECT_FALSE(parse_driver_range(">=535")->high);
  EXPECT_TRUE(parse_driver_range(">=535 <580")->high_excluded);
  EXPECT_FALSE(parse_driver_range("535..580")->high_excluded);
}

TEST(DriverRange, HoldsAtLeastOneDriver) {
  EXPECT_EQ(respelled("535.183.06..535"), "535.183.06..535");  // rest of 535
  EXPECT_EQ(respelled("570..535"),
            "error: \"570..535\" holds no driver; the lower end must come "
            "first");
  for (const std::string text :
       {">=535 <535", ">=535.54 <535", "535.183.06..535.183.05"}) {
    EXPECT_EQ(respelled(text), "error: \"" + text +
                                   "\" holds no driver; the lower end must "
                                   "come first");
  }
}

TEST(DriverRange, SaysWhatWasMeant) {
  const Row kCases[] = {
      Row("R535", "\"R535\" is not a driver version; did you mean \"535\"?"),
      Row("535+", "\"535+\" is not a driver version; did you mean \">=535\"?"),
      Row("535.x", "\"535.x\" is not a driver version; did you mean \"535\"?"),
      Row("31.0.15.3713",
          "\"31.0.15.3713\" is not a driver version; did you mean \"537.13\"?"),
      Row("12.2",
          "\"12.2\" is not a driver version but looks like a CUDA release; "
          "give "
          "it as cuda, or write a driver as in \"535.183.06\""),
      Row("35.3.1",
          "\"35.3.1\" is not a driver version but looks like an L4T release; "
          "give the CUDA release of that Jetson as cuda"),
      Row("<580",
          "\"<580\" names no oldest driver, which is the one that decides; "
          "write \"535\", \"535.183.06\", \">=535\", \">=535 <580\" or "
          "\"535.54.03..570.211.01\""),
      Row("latest",
          "\"latest\" is not a driver version; write \"535\", \"535.183.06\", "
          "\">=535\", \">=535 <580\" or \"535.54.03..570.211.01\""),
  };
  for (const auto& [text, message] : kCases) {
    EXPECT_EQ(respelled(text), "error: " + std::string(message));
  }
}

TEST(DriverRange, RefusesEverythingElse) {
  for (const std::string_view text :
       {"", " ", "..", "535..", "..535", ">=", ">=535 <", "535 580", "535-580",
        "535.", ".535", "-535", "535.1.2.3", "99999999", ">535", "=535",
        ">=535 >=580", "5 3 5", "535.183.06\n"}) {
    EXPECT_FALSE(parse_driver_range(text)) << text;
  }
}

}  // namespace
}  // namespace cudacompat
