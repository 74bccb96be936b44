// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/agreement.h"

#include <gmock/gmock.h>

#include <csignal>

namespace cudacompat {
namespace {

LoadEnd end(int module, std::optional<int> library = std::nullopt) {
  LoadEnd out;
  out.answer.ended = true;
  out.answer.module = LoadAnswer{module, "", {}};
  if (library) out.answer.library = LoadAnswer{*library, "", {}};
  return out;
}

LoadEnd ended_by(int signal) {
  LoadEnd out;
  out.signal = signal;
  return out;
}

DriverCase machine(Cc cc, Version cuda) {
  TargetGroup of;
  of.gpu.cc = cc;
  of.cuda = cuda;
  return resolve(of).front();
}

ImageFacts image(ImageKind kind, std::uint16_t number,
                 std::optional<Version> isa = std::nullopt) {
  ImageFacts out;
  out.kind = kind;
  out.arch = {number, ArchScope::base};
  out.ptx_isa = isa;
  if (kind == ImageKind::sass) {
    out.cubin_abi = 8;
    out.toolkit = Version{13, 0};
  }
  return out;
}

TEST(LoadAgreementTest, ALoadThatWasPredicted) {
  EXPECT_EQ(agreement_of(Outcome::loads, end(0, 0)), Agreement::agrees);
  EXPECT_EQ(agreement_of(Outcome::loads_jit, end(0)), Agreement::agrees);
  EXPECT_EQ(agreement_of(Outcome::fails_209, end(209, 209)), Agreement::agrees);
}

TEST(LoadAgreementTest, AFalseLoadsAndAFalseFailureAreOurs) {
  EXPECT_EQ(agreement_of(Outcome::loads, end(209)), Agreement::disagrees);
  EXPECT_EQ(agreement_of(Outcome::fails_222, end(0)), Agreement::disagrees);
  EXPECT_EQ(agreement_of(Outcome::fails_222, end(209)), Agreement::disagrees);
  EXPECT_EQ(agreement_of(Outcome::loads_jit, end(222)), Agreement::disagrees);
}

TEST(LoadAgreementTest, BothWaysOfLoadingMustAgree) {
  EXPECT_EQ(agreement_of(Outcome::loads, end(0, 209)), Agreement::disagrees);
  EXPECT_EQ(agreement_of(Outcome::fails_209, end(209, 0)),
            Agreement::disagrees);
  EXPECT_EQ(load_word(end(0, 209)), "fails-209");
}

TEST(LoadAgreementTest, WhatSaysNothingAboutTheRuleIsUndecided) {
  EXPECT_EQ(agreement_of(std::nullopt, end(209)), Agreement::undecided);
  EXPECT_EQ(agreement_of(Outcome::unknown, end(0)), Agreement::undecided);
  EXPECT_EQ(agreement_of(Outcome::loads, end(2)), Agreement::undecided);
  EXPECT_EQ(agreement_of(Outcome::loads_jit, end(221)), Agreement::undecided);
  EXPECT_EQ(agreement_of(Outcome::loads, ended_by(SIGSEGV)),
            Agreement::undecided);
}

TEST(LoadAgreementTest, ABodyThatIsNoPtxIsNotJudgedByRule) {
  EXPECT_EQ(agreement_of(Outcome::loads_jit, end(218)), Agreement::undecided);
  EXPECT_EQ(agreement_of(Outcome::loads, end(218)), Agreement::disagrees);
}

TEST(LoadWordTest, NamesEachEnd) {
  EXPECT_EQ(load_word(end(0, 0)), "loads");
  EXPECT_EQ(load_word(end(222, 222)), "fails-222");
  EXPECT_EQ(load_word(ended_by(SIGSEGV)), "crashed");
  EXPECT_EQ(load_word(ended_by(0)), "crashed");
  EXPECT_EQ(load_word(ended_by(SIGALRM)), "timed-out");
}

TEST(LoadWordTest, WorseWordsWin) {
  EXPECT_EQ(worse_load("none", "loads"), "loads");
  EXPECT_EQ(worse_load("fails-209", "unknown"), "fails-209");
  EXPECT_EQ(worse_load("fails-209", "fails-222"), "fails-209");
  EXPECT_EQ(worse_load("fails-209", "crashed"), "crashed");
  for (const char* bad : {"", "fails-", "fails-x", "fails-1234567890", "Loads"})
    EXPECT_FALSE(load_rank(bad)) << bad;
}

TEST(ExpectedLoadTest, ForcedAndForbiddenJitArePredictedWhereTheyLoad) {
  const DriverCase gpu = machine(90, {13, 0});
  ContainerShape both;
  both.images = {image(ImageKind::sass, 90),
                 image(ImageKind::ptx, 90, Version{9, 0})};
  EXPECT_EQ(expected_load(LoadMode::as_is, Outcome::loads, both, gpu),
            Outcome::loads);
  EXPECT_EQ(expected_load(LoadMode::force_ptx_jit, Outcome::loads, both, gpu),
            Outcome::loads_jit);
  EXPECT_EQ(expected_load(LoadMode::disable_ptx_jit, Outcome::loads, both, gpu),
            Outcome::loads);
}

TEST(ExpectedLoadTest, HowTheyFailIsNotPredicted) {
  const DriverCase gpu = machine(90, {13, 0});
  ContainerShape sass, ptx, new_ptx;
  sass.images = {image(ImageKind::sass, 90)};
  ptx.images = {image(ImageKind::ptx, 90, Version{9, 0})};
  new_ptx.images = {image(ImageKind::sass, 90),
                    image(ImageKind::ptx, 90, Version{9, 1})};
  EXPECT_EQ(expected_load(LoadMode::force_ptx_jit, Outcome::loads, sass, gpu),
            std::nullopt);
  EXPECT_EQ(
      expected_load(LoadMode::disable_ptx_jit, Outcome::loads_jit, ptx, gpu),
      std::nullopt);
  EXPECT_EQ(
      expected_load(LoadMode::force_ptx_jit, Outcome::loads, new_ptx, gpu),
      std::nullopt);
}

}  // namespace
}  // namespace cudacompat
