// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/prove.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kText =
    ".version 9.5\n.target sm_80\n.address_size 64\n"
    ".visible .entry k(){\n.pragma \"used_bytes_mask 1\";\nret;\n}\n";

JitAnswer accepted(std::string code) {
  return {JitAnswer::Kind::accepted, "", std::move(code)};
}
JitAnswer refused() {
  return {JitAnswer::Kind::refused,
          "ptxas application ptx input, line 6; error   : bad\n",
          {}};
}

/// A prove() of kText downgraded to 8.2 for one reader of CUDA 12.2.
Proof proof(const AskCompiler& ask,
            const std::vector<Version>& releases = {{12, 2}, {13, 5}},
            bool object = false) {
  const auto downgraded = downgrade_text(kText, {8, 2});
  const std::vector<Reader> readers = {
      {{12, 2}, {90, ArchScope::base}, "h100"}};
  return prove({*downgraded, {9, 5}, {80, ArchScope::base}, object}, readers,
               releases, ask);
}

TEST(ProveTest, TheReaderTakesItAndTheNewestMakesTheSameCode) {
  std::vector<std::string> asked;
  const Proof done = proof([&](Version cuda, const JitInput& input) {
    asked.push_back(to_string(cuda) + " sm_" + to_string(input.arch) +
                    (input.ptx[0].find("9.5") == std::string_view::npos
                         ? " downgraded"
                         : " original"));
    return accepted("same");
  });
  EXPECT_TRUE(done.proven) << done.why;
  EXPECT_THAT(done.by, ElementsAre(Version{12, 2}, Version{13, 5}));
  EXPECT_THAT(asked, ElementsAre("12.2 sm_90 downgraded", "13.5 sm_80 original",
                                 "13.5 sm_80 downgraded"));
}

TEST(ProveTest, OtherCodeIsNoProof) {
  const Proof done = proof([](Version, const JitInput& input) {
    return accepted(std::string(input.ptx[0].substr(0, 12)));
  });
  EXPECT_FALSE(done.proven);
  EXPECT_THAT(done.why, HasSubstr("other machine code"));
}

TEST(ProveTest, AReaderThatRefusesIsNoProofAndSaysWhere) {
  const Proof done = proof([](Version cuda, const JitInput&) {
    return cuda == Version{12, 2} ? refused() : accepted("same");
  });
  EXPECT_FALSE(done.proven);
  EXPECT_THAT(done.why, HasSubstr("CUDA 12.2 rejects it for h100: PTX "
                                  "line 6, kernel k: bad"));
}

TEST(ProveTest, ACompilerThatFailsOrIsMissingIsNoProof) {
  const auto crash = [](Version, const JitInput&) {
    return JitAnswer{JitAnswer::Kind::failed, "signal 11", {}};
  };
  EXPECT_FALSE(proof(crash).proven);
  const auto all = [](Version, const JitInput&) { return accepted("same"); };
  EXPECT_EQ(proof(all, {{13, 5}}).fix, "cudacompat jit fetch 12.2");
  EXPECT_FALSE(proof(all, {{13, 5}}).proven);
  // The newest at hand cannot read the original.
  EXPECT_FALSE(proof(all, {{12, 2}}).proven);
  EXPECT_EQ(proof(all, {{12, 2}}).fix, "cudacompat jit fetch 13.5");
  EXPECT_FALSE(proof(all, {}).proven);
  EXPECT_EQ(proof(all, {}).fix, "cudacompat jit fetch 12.2 13.5");
}

TEST(ProveTest, AReleaseThatHasNoCompilerIsNotToBeFetched) {
  const auto downgraded = downgrade_text(kText, {7, 8});
  const auto all = [](Version, const JitInput&) { return accepted("same"); };
  for (const Version cuda : {Version{11, 8}, Version{12, 7}}) {
    const Proof done =
        prove({*downgraded, {9, 5}, {80, ArchScope::base}},
              {{cuda, {90, ArchScope::base}, "h100"}}, {{13, 5}}, all);
    EXPECT_FALSE(done.proven);
    EXPECT_THAT(done.why, HasSubstr("published no JIT compiler of CUDA " +
                                    to_string(cuda)));
    EXPECT_EQ(done.fix, "");
    EXPECT_TRUE(done.refused_by);
  }
}

TEST(ProveTest, AnObjectOfALinkToComeIsAskedAboutAsOne) {
  std::size_t objects = 0;
  const auto ask = [&](Version cuda, const JitInput& input) {
    objects += input.object ? 1 : 0;
    return accepted(cuda == Version{13, 5} ? "same" : "");
  };
  EXPECT_TRUE(proof(ask, {{12, 2}, {13, 5}}, true).proven);
  EXPECT_EQ(objects, 3u);
}

TEST(ProveTest, NoCodeIsNotEqualCode) {
  EXPECT_FALSE(
      proof([](Version, const JitInput&) { return accepted(""); }).proven);
}

const Reader kReader{{12, 0}, {90, ArchScope::base}, "h100"};

TEST(OldestThatTakesTest, AsksEachReleaseWithItsOwnIsa) {
  const auto takes_84 = [](Version cuda, const JitInput&) {
    return cuda < Version{12, 4} ? refused() : accepted("x");
  };
  const std::vector<Version> releases = {{12, 0}, {12, 2}, {12, 4}, {13, 5}};
  EXPECT_EQ(oldest_that_takes(kText, false, kReader, releases, takes_84),
            (Version{12, 4}));
  EXPECT_EQ(
      oldest_that_takes(kText, false, kReader, releases,
                        [](Version, const JitInput&) { return refused(); }),
      std::nullopt);
}

}  // namespace
}  // namespace cudacompat
