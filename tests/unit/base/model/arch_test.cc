// SPDX-License-Identifier: Apache-2.0
#include "base/model/arch.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

TEST(Arch, ReadsSuffixesAndPrefixes) {
  EXPECT_EQ(parse_arch("90").value(), (Arch{90, ArchScope::base}));
  EXPECT_EQ(parse_arch("90a").value(), (Arch{90, ArchScope::exact}));
  EXPECT_EQ(parse_arch("sm_120f").value(), (Arch{120, ArchScope::family}));
  EXPECT_EQ(parse_arch("compute_100a").value(), (Arch{100, ArchScope::exact}));
  EXPECT_EQ(to_string(Arch{103, ArchScope::family}), "103f");
}

TEST(Arch, KeepsNumbersWithoutARow) {
  EXPECT_EQ(parse_arch("sm_145").value().number, 145);
}

TEST(Arch, RefusesWhatIsNotAnArchitecture) {
  for (const char* bad : {"", "9", "1200", "90b", "90aa", "a", "sm_", "sm90",
                          "8.0", "No CUDA", "09", "-90"})
    EXPECT_FALSE(parse_arch(bad)) << bad;
}

TEST(Cc, TwoDigitMajors) {
  EXPECT_EQ(parse_cc("8.9").value(), 89);
  EXPECT_EQ(parse_cc("12.1").value(), 121);
  EXPECT_EQ(cc_to_string(121), "12.1");
  EXPECT_EQ(cc_major(121), 12);
  EXPECT_EQ(cc_major(89), 8);
}

TEST(Cc, ProposesTheDot) {
  EXPECT_EQ(parse_cc("89").error().message,
            "'89' is not a compute capability; did you mean 8.9?");
  EXPECT_EQ(parse_cc("120").error().message,
            "'120' is not a compute capability; did you mean 12.0?");
}

TEST(Cc, RefusesWhatIsNotACapability) {
  for (const char* bad :
       {"", "8.", ".9", "8.99", "8.9a", "0.1", "100.0", "x.y"})
    EXPECT_FALSE(parse_cc(bad)) << bad;
}

}  // namespace
}  // namespace cudacompat
