// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/requests.h"

#include <gmock/gmock.h>

#include "ask/jit/rehearse.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::product;
using testing::shape;
using ::testing::SizeIs;

std::vector<std::vector<DowngradeRequest>> requests(
    const ArtifactFacts& facts, const std::vector<std::string>& targets) {
  std::vector<TargetGroup> machines;
  for (const std::string& target : targets)
    machines.push_back(testing::target_group(target));
  const auto groups = one_driver_case_each(resolve_all(machines));
  return downgrade_requests(facts, judge(facts, groups, {}), groups);
}

std::vector<std::string> releases(const DowngradeRequest& request) {
  std::vector<std::string> out;
  for (const Reader& reader : request.readers)
    out.push_back(to_string(reader.cuda) + " sm_" + to_string(reader.gpu));
  return out;
}

TEST(DowngradeRequestsTest, TheImageThatTheDriverPicksForTheOldestReader) {
  const auto facts =
      product({shape("ptx_75@9.5+lz4 ptx_80@9.5+lz4 sm_80@13.5")});
  const auto all = requests(facts, {"9.0@cuda13.0", "8.9@cuda13.2"});
  ASSERT_THAT(all, SizeIs(1));
  // 8.9 runs SASS 80; 9.0 compiles compute_80.
  ASSERT_THAT(all[0], SizeIs(1));
  EXPECT_EQ(all[0][0].image, 1u);
  EXPECT_EQ(all[0][0].isa, (Version{9, 0}));
  EXPECT_THAT(releases(all[0][0]), ElementsAre("13.0 sm_90"));
}

TEST(DowngradeRequestsTest, ClassesThatCompileItTodayAreReadersToo) {
  const auto facts = product({shape("ptx_80@9.2+lz4")});
  const auto all = requests(facts, {"9.0@cuda13.5", "8.9@cuda13.0"});
  ASSERT_THAT(all[0], SizeIs(1));
  EXPECT_EQ(all[0][0].isa, (Version{9, 0}));
  EXPECT_THAT(releases(all[0][0]), ElementsAre("13.0 sm_89", "13.5 sm_90"));
  EXPECT_THAT(requests(facts, {"9.0@cuda13.5"})[0], IsEmpty());
}

TEST(DowngradeRequestsTest, EachObjectOfALinkThatTheDriverMakes) {
  const auto facts =
      product({shape("sm_80@13.5", ContainerRole::linked),
               shape("sm_80@13.5 ptx_80@9.5", ContainerRole::relocatable),
               shape("sm_80@13.5 ptx_80@9.0", ContainerRole::relocatable)});
  const auto all = requests(facts, {"9.0@cuda13.0", "9.0@cuda13.5"});
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_THAT(all[0], IsEmpty());
  ASSERT_THAT(all[1], SizeIs(1));
  EXPECT_EQ(all[1][0].image, 1u);
  EXPECT_THAT(releases(all[1][0]), ElementsAre("13.0 sm_90", "13.5 sm_90"));
  EXPECT_THAT(all[2], IsEmpty());
}

TEST(DowngradeRequestsTest, OtherFailuresAreNoneOfItsBusiness) {
  // zstd on a driver that cannot read it, and no code at all.
  EXPECT_THAT(
      requests(product({shape("ptx_80@9.5+zstd")}), {"9.0@cuda12.2"})[0],
      IsEmpty());
  EXPECT_THAT(requests(product({shape("ptx_120@9.5")}), {"9.0@cuda12.2"})[0],
              IsEmpty());
}

TEST(DowngradeRequestsTest, AWantedIsaIsForAllPtxAboveIt) {
  const auto facts =
      product({shape("ptx_75@9.5 ptx_80@8.2 sm_80@13.5 ptx_90@8.4")});
  const auto all = downgrade_requests(facts, {8, 2}, {{12, 2}, {13, 5}});
  ASSERT_THAT(all[0], SizeIs(2));
  EXPECT_EQ(all[0][0].image, 0u);
  EXPECT_EQ(all[0][1].image, 3u);
  EXPECT_THAT(releases(all[0][1]), ElementsAre("12.2 sm_90"));
  // Two releases share 8.5.
  EXPECT_THAT(
      releases(downgrade_requests(facts, {8, 5}, {{12, 5}, {12, 6}})[0][0]),
      ElementsAre("12.5 sm_75", "12.6 sm_75"));
}

TEST(DowngradeRequestsTest, TheReaderOfAnIsaIsACompilerThatThereIs) {
  const auto facts = product({shape("ptx_75@9.5")});
  const auto reader = [&](Version isa) {
    return releases(downgrade_requests(facts, isa, {})[0].at(0));
  };
  EXPECT_THAT(reader({8, 2}), ElementsAre("12.2 sm_75"));
  // 12.7 was a release of drivers alone.
  EXPECT_THAT(reader({8, 6}), ElementsAre("12.8 sm_75"));
  // Before 12.0 there was no libnvJitLink.
  EXPECT_THAT(reader({6, 3}), ElementsAre("12.0 sm_75"));
}

}  // namespace
}  // namespace cudacompat
