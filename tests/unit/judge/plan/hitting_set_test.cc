// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/hitting_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Worth = std::vector<std::uint64_t>;

TEST(Cover, NothingIsNeededForNoClass) {
  EXPECT_THAT(hitting_set({}, Worth(64)), IsEmpty());
  EXPECT_THAT(hitting_set({0, 0}, Worth(64)), IsEmpty());
}

TEST(Cover, OneCandidateThatServesAllIsTaken) {
  EXPECT_THAT(hitting_set({0b001, 0b011, 0b111}, Worth(64)), ElementsAre(0));
}

TEST(Cover, ClassesWithoutACommonCandidateAreSolvedApart) {
  EXPECT_THAT(hitting_set({0b0011, 0b0001, 0b1100, 0b1000}, Worth(64)),
              ElementsAre(0, 3));
}

TEST(Cover, AmongEquallySmallSetsTheWorthierIsTaken) {
  EXPECT_THAT(hitting_set({0b111}, {1, 5, 5}), ElementsAre(1));
  EXPECT_THAT(hitting_set({0b111}, {0, 0, 0}), ElementsAre(0));
}

// Greedy takes the candidate of the most groups first and needs three here.
TEST(Cover, TheAnswerIsExactWhereGreedyIsNot) {
  const std::vector<CandidateSet> groups{0b00101, 0b00101, 0b01001,
                                         0b10010, 0b00110, 0b01010};
  EXPECT_EQ(hitting_set(groups, Worth(64)).size(), 2u);
}

TEST(Cover, TheHighestCandidateCounts) {
  EXPECT_THAT(hitting_set({CandidateSet{1} << 63}, Worth(64)), ElementsAre(63));
}

TEST(Cover, RandomClassesGetTheSmallestAndWorthiestSet) {
  std::mt19937 random(20260);
  for (int round = 0; round < 300; ++round) {
    constexpr CandidateSet kAll = 0xff;
    std::vector<CandidateSet> groups(1 + random() % 7);
    for (CandidateSet& one : groups) one = random() & random() & kAll;
    Worth worth(8);
    for (std::uint64_t& one : worth) one = random() % 3;
    int least = 9;
    std::uint64_t most = 0;
    for (CandidateSet set = 0; set <= kAll; ++set) {
      bool covers = true;
      for (const CandidateSet one : groups) {
        covers = covers && (one == 0 || (one & set) != 0);
      }
      std::uint64_t value = 0;
      for (unsigned i = 0; i < 8; ++i) {
        if ((set >> i & 1) != 0) value += worth[i];
      }
      const int size = std::popcount(set);
      if (!covers || size > least) continue;
      most = size < least ? value : std::max(most, value);
      least = size;
    }
    std::uint64_t value = 0;
    CandidateSet set = 0;
    for (const std::size_t i : hitting_set(groups, worth)) {
      value += worth[i];
      set |= CandidateSet{1} << i;
    }
    for (const CandidateSet one : groups) {
      EXPECT_TRUE(one == 0 || (one & set) != 0) << "round " << round;
    }
    EXPECT_EQ(std::popcount(set), least) << "round " << round;
    EXPECT_EQ(value, most) << "round " << round;
  }
}

}  // namespace
}  // namespace cudacompat
