// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/judge/plan/fleet.h"

namespace cudacompat {
namespace {

using test::fleet;
using test::toolkit;

ImageFacts image_of(const std::string& cuda, const PlannedArch& planned,
                    std::optional<Version> downgrade_to = std::nullopt) {
  const auto product =
      synthetic_artifact({planned}, toolkit(cuda), downgrade_to);
  return product.shapes.at(0).images.at(0);
}

// As ptxas 12.2 to 13.5 wrote them.
TEST(MadeUpProduct, CubinsHaveTheFormatOfTheirToolkit) {
  const auto abi = [](const std::string& cuda, std::uint16_t number) {
    return image_of(cuda, sass_of({number, ArchScope::base})).cubin_abi;
  };
  EXPECT_EQ(abi("12.2", 90), 7);
  EXPECT_EQ(abi("12.9", 90), 7);
  EXPECT_EQ(abi("12.9", 100), 8);
  EXPECT_EQ(abi("13.0", 80), 8);
  EXPECT_EQ(image_of("12.2", sass_of({90, ArchScope::base})).toolkit,
            (Version{12, 2}));
}

TEST(MadeUpProduct, PtxIsPackedAndVersionedAsTheToolkitDoes) {
  const ImageFacts old = image_of("12.8", ptx_of({80, ArchScope::base}));
  EXPECT_EQ(old.kind, ImageKind::ptx);
  EXPECT_EQ(old.compression, Compression::lz4);
  EXPECT_EQ(old.ptx_isa, (Version{8, 7}));
  const ImageFacts now = image_of("13.0", ptx_of({80, ArchScope::base}));
  EXPECT_EQ(now.compression, Compression::zstd);
  EXPECT_EQ(now.ptx_isa, (Version{9, 0}));
  EXPECT_EQ(image_of("13.0", sass_of({80, ArchScope::base})).compression,
            Compression::none);
}

TEST(MadeUpProduct, DowngradedPtxStaysBetweenItsTargetAndTheToolkit) {
  const auto isa = [](std::uint16_t number, Version downgrade_to) {
    return image_of("12.8", ptx_of({number, ArchScope::base}), downgrade_to)
        .ptx_isa;
  };
  EXPECT_EQ(isa(80, {8, 2}), (Version{8, 2}));
  EXPECT_EQ(isa(90, {7, 0}), (Version{7, 8}));
  EXPECT_EQ(isa(80, {9, 0}), (Version{8, 7}));
}

TEST(MadeUpProduct, ItIsLinkedWithTheToolkitsRuntime) {
  const auto product = synthetic_artifact({}, toolkit("13.0"));
  EXPECT_TRUE(product.runtime.static_);
  EXPECT_EQ(product.runtime.version, (Version{13, 0}));
}

TEST(Trial, PartialRowsDoNotReachThePlan) {
  Profile profile = fleet({"8.9@535"});
  profile.policy.partial.push_back({"", "*", "", {90}, "hopper only"});
  const BuildPlan plan = make_plan(profile, toolkit("12.3"), Optimize::size);
  EXPECT_EQ(test::list_of(plan), "89-real");
}

TEST(Trial, TheCeilingIsThatOfTheOldestDriver) {
  const Trial trial(fleet({"8.9@535.54.03..570.211.01", "9.0"}),
                    toolkit("12.3"));
  EXPECT_EQ(trial.ceiling(0), (Version{8, 2}));
  EXPECT_EQ(trial.ceiling(1), std::nullopt);
}

}  // namespace
}  // namespace cudacompat
