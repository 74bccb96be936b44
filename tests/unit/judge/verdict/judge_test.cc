// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/judge.h"

#include <gtest/gtest.h>

#include "support/shapes.h"

namespace cudacompat {
namespace {

using testing::product;
using testing::shape;
using testing::target_group;

constexpr auto kLinked = ContainerRole::linked;
constexpr auto kRelocatable = ContainerRole::relocatable;

ArtifactVerdict judge_on(const ArtifactFacts& artifact,
                         const std::vector<const char*>& targets,
                         const Policy& policy = {}) {
  std::vector<TargetGroup> classes;
  for (const char* target : targets) classes.push_back(target_group(target));
  return judge(artifact, resolve_all(classes), policy);
}

Outcome outcome_on(const ArtifactFacts& artifact, const char* target) {
  return judge_on(artifact, {target}).outcome;
}

TEST(Judge, TheWorstContainerWinsNotTheUnion) {
  // deepspeedai/DeepSpeed#578: the union {80, 90} looks complete.
  const ArtifactFacts two =
      product({shape("sm_80@13.0 ptx_80@9.0"), shape("sm_90@13.0 ptx_90@9.0")});
  EXPECT_EQ(outcome_on(two, "8.0@580"), Outcome::fails_209);
  EXPECT_EQ(outcome_on(two, "9.0@580"), Outcome::loads_jit);
}

TEST(Judge, TheWorstClassWins) {
  const ArtifactFacts one = product({shape("sm_75@12.3 ptx_75@8.3")});
  const ArtifactVerdict verdict =
      judge_on(one, {"7.5@525", "8.9@535", "12.0@580"});
  ASSERT_EQ(verdict.targets.size(), 3u);
  EXPECT_EQ(verdict.targets[0].outcome, Outcome::loads);
  EXPECT_EQ(verdict.targets[1].outcome, Outcome::fails_222);
  EXPECT_EQ(verdict.targets[2].outcome, Outcome::loads_jit);
  EXPECT_EQ(verdict.outcome, Outcome::fails_222);
}

TEST(Judge, TheLinkStepsOwnContainerNeverCounts) {
  const ArtifactFacts file =
      product({shape("empty_86@13.0", kLinked), shape("sm_80@13.0")});
  EXPECT_EQ(outcome_on(file, "8.0@580"), Outcome::loads);
  EXPECT_EQ(outcome_on(file, "7.5@580"), Outcome::fails_209);
  // Alone it is no device code at all.
  const ArtifactVerdict alone =
      judge_on(product({shape("empty_86@13.0", kLinked)}), {"8.6@580"});
  EXPECT_FALSE(alone.device_code);
}

TEST(Judge, NoDeviceCodeIsSaidSo) {
  EXPECT_FALSE(judge_on(product({}), {"8.6@580"}).device_code);
  EXPECT_TRUE(
      judge_on(product({shape("sm_80@13.0")}), {"8.6@580"}).device_code);
}

TEST(Judge, NoClassIsNoPass) {
  EXPECT_EQ(judge_on(product({shape("sm_80@13.0")}), {}).outcome,
            Outcome::unknown);
}

TEST(DeviceLink, LinkedSassServesAndItsInputDoesNotCount) {
  const ArtifactFacts file =
      product({shape("sm_80@13.0 sm_90@13.0", kLinked),
               shape("sm_80@13.0 ptx_80@9.0 sm_90@13.0", kRelocatable)});
  EXPECT_EQ(outcome_on(file, "8.0@580"), Outcome::loads);
  EXPECT_EQ(outcome_on(file, "9.0@580"), Outcome::loads);
}

TEST(DeviceLink, PtxAloneLeavesALinkWithoutAnImage) {
  // nvcc 13.5 -gencode=arch=compute_80,code=compute_80 -shared
  const ArtifactFacts file = product({shape("", kLinked), shape("ptx_80@9.0")});
  EXPECT_EQ(outcome_on(file, "9.0@580"), Outcome::loads_jit);
  EXPECT_EQ(outcome_on(file, "7.5@580"), Outcome::fails_209);
  // Any other container must hold something.
  EXPECT_EQ(outcome_on(product({shape(""), shape("ptx_80@9.0")}), "9.0@580"),
            Outcome::fails_209);
}

TEST(DeviceLink, OneOfSeveralLinksIsOfPtxAlone) {
  // nvcc 13.0 -dlink of objects for compute_80 and of others for sm_90, in one
  // library: SASS of the second does not serve the kernels of the first.
  const ArtifactFacts file = product(
      {shape("", kLinked), shape("sm_90@13.0", kLinked),
       shape("ptx_80@9.5", kRelocatable), shape("sm_90@13.0", kRelocatable)});
  EXPECT_EQ(outcome_on(file, "9.0@580"), Outcome::unknown);
}

TEST(DeviceLink, TheDriverLinksPtxOnlyIfEveryObjectHasIt) {
  const ContainerShape linked = shape("sm_80@13.0 sm_90@13.0", kLinked);
  const ContainerShape with =
      shape("sm_80@13.0 sm_90@13.0 ptx_90@9.0", kRelocatable);
  const ContainerShape without = shape("sm_80@13.0 sm_90@13.0", kRelocatable);
  EXPECT_EQ(outcome_on(product({linked, with, with}), "12.0@580"),
            Outcome::loads_jit);
  EXPECT_EQ(outcome_on(product({linked, with, without}), "12.0@580"),
            Outcome::fails_209);
  const ArtifactFacts too_new =
      product({linked, with, shape("sm_80@13.2 ptx_80@9.2", kRelocatable)});
  EXPECT_EQ(outcome_on(too_new, "12.0@580"), Outcome::fails_222);
}

TEST(DeviceLink, ALinkThatWasNotAskedForTheGpuDropsItsCode) {
  // deepseek-ai/DeepEP#554: compiled for {80, 90}, linked for sm_75.
  const ArtifactFacts file =
      product({shape("empty_75@13.0", kLinked),
               shape("sm_80@13.0 sm_90@13.0", kRelocatable)});
  const ArtifactVerdict verdict = judge_on(file, {"9.0@580"});
  EXPECT_EQ(verdict.outcome, Outcome::fails_209);
  EXPECT_TRUE(verdict.device_code);
  EXPECT_EQ(verdict.targets[0].shapes[0].choice.reason,
            Reason::device_link_missed);
  // 10.3 is served by neither.
  EXPECT_EQ(judge_on(file, {"10.3@580"}).targets[0].shapes[0].choice.reason,
            Reason::no_code);
}

TEST(DeviceLink, SeveralLinksInOneFileAreADoubtOnlyWhereItMatters) {
  const ArtifactFacts file =
      product({shape("sm_80@13.0", kLinked), shape("sm_80@13.0", kLinked),
               shape("sm_80@13.0 ptx_80@9.0", kRelocatable)});
  EXPECT_EQ(outcome_on(file, "8.0@580"), Outcome::loads);
  EXPECT_EQ(outcome_on(file, "9.0@580"), Outcome::unknown);
}

TEST(DeviceLink, RelocatableCodeWithoutALinkIsADoubt) {
  const ArtifactFacts file = product({shape("sm_80@13.0", kRelocatable)});
  EXPECT_EQ(outcome_on(file, "8.0@580"), Outcome::unknown);
}

TEST(DeviceLink, AnObjectIsJudgedAsItsLinkWillSeeIt) {
  const ArtifactFacts object =
      product({shape("sm_80@13.0 ptx_80@9.0", kRelocatable)},
              FileKind::relocatable_object);
  EXPECT_EQ(outcome_on(object, "8.6@580"), Outcome::loads);
  EXPECT_EQ(outcome_on(object, "9.0@580"), Outcome::loads_jit);
  EXPECT_EQ(outcome_on(object, "7.5@580"), Outcome::fails_209);
}

TEST(Runtime, BelowTheMajorsMinimumIs35WhateverTheCode) {
  ArtifactFacts file = product({shape("sm_80@12.8")});
  file.runtime.shared = true;
  file.runtime.version = Version{13, 0};
  EXPECT_EQ(outcome_on(file, "8.0@570.26"), Outcome::fails_35);
  EXPECT_EQ(outcome_on(file, "8.0@580.65.06"), Outcome::loads);
  EXPECT_EQ(outcome_on(file, "8.0@cuda13.0"), Outcome::loads);
  EXPECT_EQ(outcome_on(file, "8.0@cuda12.9"), Outcome::fails_35);
  file.runtime.version = Version{12, 0};
  // 525.60.11 reports CUDA 12.0, and the promise starts with 525.60.13.
  EXPECT_EQ(outcome_on(file, "8.0@525.60.11"), Outcome::unknown);
  EXPECT_EQ(outcome_on(file, "8.0@520.61.05"), Outcome::fails_35);
  EXPECT_EQ(outcome_on(file, "8.0@525.60.13"), Outcome::loads);
  EXPECT_EQ(outcome_on(file, "8.0@525"), Outcome::loads);
}

TEST(Problems, AreNeverBetterThanUnknown) {
  ArtifactFacts file = product({shape("sm_80@13.0")});
  file.problem_count = 1;
  file.problems.push_back({"entry 3 is cut", 128, ""});
  EXPECT_EQ(outcome_on(file, "8.0@580"), Outcome::unknown);
  EXPECT_EQ(outcome_on(file, "7.5@580"), Outcome::fails_209);
}

TEST(Partial, CodeForSomeGpusIsJudgedOnThoseAlone) {
  ContainerShape hopper = shape("sm_90a@13.0");
  hopper.partial = 1;
  const ArtifactFacts file = product({shape("sm_80@13.0 sm_90@13.0"), hopper});
  Policy policy;
  policy.partial.push_back({"", "src/hopper/*.cu", "", {90}, "at run time"});
  EXPECT_EQ(judge_on(file, {"8.0@580", "9.0@580"}, policy).outcome,
            Outcome::loads);
  ContainerShape ampere = shape("sm_80@13.0");
  ampere.partial = 1;
  EXPECT_EQ(judge_on(product({ampere}), {"9.0@580"}, policy).outcome,
            Outcome::fails_209);
}

TEST(Ranges, AreJudgedByTheirWorstEnd) {
  const auto on = [](const char* images, const char* range) {
    TargetGroup machine = target_group("8.9@535");
    machine.driver = parse_driver_range(range).value();
    return judge(product({shape(images)}), resolve_all({machine}), {}).outcome;
  };
  EXPECT_EQ(on("sm_75@12.3 ptx_75@8.3", ">=535"), Outcome::fails_222);
  EXPECT_EQ(on("sm_75@12.3 ptx_75@8.3", ">=545"), Outcome::loads_jit);
  EXPECT_EQ(on("sm_75@12.3 ptx_75@8.3", "535..570"), Outcome::fails_222);
}

TEST(Ranges, TheUpperEndMayHaveDroppedTheGpu) {
  TargetGroup v100 = target_group("7.0@535");
  const auto on = [&](const char* range) {
    v100.driver = parse_driver_range(range).value();
    return judge(product({shape("sm_70@12.2")}), resolve_all({v100}), {})
        .outcome;
  };
  EXPECT_EQ(on(">=535 <=595"), Outcome::fails_100);
  EXPECT_EQ(on(">=535 <590"), Outcome::loads);
  // Open: up to the newest branch that is known.
  EXPECT_EQ(on(">=535"), Outcome::fails_100);
}

TEST(Ranges, UnderCudaCompatEachBranchInsideIsAsked) {
  TargetGroup a100 = target_group("8.0@535+compat13.0");
  a100.gpu.name = "NVIDIA A100";
  const auto on = [&](const char* range) {
    a100.driver = parse_driver_range(range).value();
    return judge(product({shape("sm_80@13.0")}), resolve_all({a100}), {})
        .outcome;
  };
  EXPECT_EQ(on("535"), Outcome::loads);
  EXPECT_EQ(on(">=535 <=580"), Outcome::unknown);  // 545 is in no table
  EXPECT_EQ(on(">=535"), Outcome::fails_803);      // 590 is newer than 13.0
}

TEST(Problems, AContainerOfWhichNothingWasReadIsNotJudged) {
  ArtifactFacts file = product({shape("")});
  file.problem_count = 1;
  EXPECT_EQ(outcome_on(file, "8.0@580"), Outcome::unknown);
}

TEST(NeededDepth, TheToolkitIsReadWhereItDecides) {
  const auto depth = [](const char* target) {
    return needed_depth(resolve_all({target_group(target)}), {});
  };
  EXPECT_EQ(depth("8.9@535"), Depth::headers);
  EXPECT_EQ(depth("8.0@470"), Depth::cubin_headers);
  EXPECT_EQ(depth("10.0@570.26"), Depth::cubin_headers);
  EXPECT_EQ(depth("10.0@580"), Depth::headers);
  Policy policy;
  policy.partial.push_back({"", "", "flash_*", {90}, "at run time"});
  EXPECT_EQ(needed_depth({}, policy), Depth::all);
}

}  // namespace
}  // namespace cudacompat
