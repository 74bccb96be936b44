// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/findings.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"
#include "judge/verdict/fixes.h"
#include "judge/verdict/group_findings.h"
#include "judge/verdict/judge.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::machine;
using testing::product;
using testing::shape;
using testing::target_group;

std::vector<Finding> find(const ArtifactFacts& artifact,
                          const TargetGroup& target,
                          const Policy& policy = {}) {
  const auto classes = resolve_all({target});
  return findings(artifact, judge(artifact, classes, policy), classes, policy);
}

std::vector<Finding> find(const ArtifactFacts& artifact, const char* target,
                          const Policy& policy = {}) {
  return find(artifact, target_group(target), policy);
}

TEST(Findings, NothingToTellWhereSassLoads) {
  EXPECT_THAT(find(product({shape("sm_80@13.0")}), "8.6@580"), IsEmpty());
}

TEST(Findings, SayConsequenceCauseAndFixInThatOrder) {
  TargetGroup l4 = target_group("8.9@535.183.06");
  l4.name = "l4-pool";
  const auto all = find(product({shape("sm_75@12.3 ptx_75@8.3")}), l4);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC201");
  EXPECT_EQ(all[0].severity, Severity::error);
  EXPECT_EQ(all[0].message,
            "on l4-pool (8.9, driver 535.183.06, CUDA 12.2) this fails with "
            "error 222 (the provided PTX was compiled with an unsupported "
            "toolchain): only PTX fits 8.9 (it holds SASS 75, PTX 75 (8.3)), "
            "and PTX 8.3 is newer than the 8.2 that the driver reads");
  EXPECT_EQ(all[0].fix,
            "add SASS: -gencode=arch=compute_89,code=sm_89 (CMake: 89-real); "
            "or build with CUDA 12.2 or older; or install driver 545.23.06 "
            "(CUDA 12.3) or newer");
}

TEST(Findings, ContainersThatShareOneAreCounted) {
  ArtifactFacts file = product({shape("sm_75@13.0"), shape("sm_80@13.0")});
  file.containers = {{0, 1, 0}, {100, 0, 0}, {200, 0, 0}, {300, 0, 0}};
  const auto all = find(file, "8.0@580");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].containers, 3u);
  EXPECT_EQ(all[0].container, 1u);
}

TEST(Findings, JitIsANoteUnlessTheProfileWantsSass) {
  const ArtifactFacts file = product({shape("sm_80@12.8 ptx_80@8.7")});
  const auto note = find(file, "9.0@580");
  ASSERT_EQ(note.size(), 1u);
  EXPECT_EQ(note[0].id, "CC203");
  EXPECT_EQ(note[0].severity, Severity::note);
  Policy native;
  native.accept = {Outcome::loads};
  EXPECT_EQ(find(file, "9.0@580", native)[0].severity, Severity::error);
}

// pytorch/pytorch#135126: driver 525.105.12, built with 12.3.
TEST(Findings, LargeParametersOnAnOldDriverAreANote) {
  const auto all = find(product({shape("sm_80@12.3"), shape("sm_80@12.0")}),
                        "8.0@525.105.12");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC507");
  EXPECT_EQ(all[0].severity, Severity::note);
  EXPECT_EQ(all[0].containers, 1u);
  EXPECT_THAT(all[0].message, HasSubstr("error 801 (operation not supported)"));
  EXPECT_EQ(all[0].fix,
            "keep the parameters of each kernel within 4096 bytes; or build "
            "with CUDA 12.0; or install driver 530.30.02 (CUDA 12.1) or newer");
  EXPECT_THAT(find(product({shape("sm_80@12.3")}), "8.0@530.30.02"), IsEmpty());
  EXPECT_THAT(find(product({shape("sm_80@12.0")}), "8.0@525.105.12"),
              IsEmpty());
  EXPECT_THAT(find(product({shape("sm_61@12.3")}), "6.1@525.105.12"),
              IsEmpty());
  // What does not load has worse to tell.
  EXPECT_EQ(find(product({shape("sm_75@12.3")}), "8.0@525.105.12")[0].id,
            "CC101");
}

// NVIDIA/warp#219, numba/numba#9732.
TEST(Findings, AStubInTheRunPathIsAWarning) {
  ArtifactFacts file = product({shape("sm_80@12.8")});
  file.runtime.needs_libcuda_stub = true;
  const auto all = find(file, "8.0@580");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC508");
  EXPECT_EQ(all[0].severity, Severity::warning);
  EXPECT_EQ(all[0].target, "");
}

// NVIDIA vGPU: the guest's driver has to be of the host's branch
// (DualCoder/vgpu_unlock#51), so that the build is what is changed.
TEST(Findings, OfAVirtualGpuPreferTheBuild) {
  for (const char* name : {"NVIDIA A40-48C", "NVIDIA A40"}) {
    TargetGroup machine = target_group("8.6@470.82.01");
    machine.gpu.name = name;
    const auto all = find(product({shape("ptx_80@7.8")}), machine);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].id, "CC201");
    EXPECT_TRUE(all[0].fix.starts_with("add SASS: ")) << all[0].fix;
    EXPECT_EQ(all[0].fix.ends_with("within the host's vGPU branch, so rather "
                                   "change the build)"),
              std::string_view(name) == "NVIDIA A40-48C")
        << all[0].fix;
  }
}

TEST(Findings, SuppressedOnesStayAndCarryTheirReason) {
  Policy policy;
  policy.suppress.push_back({"CC101", "*.so", "kept for the demo"});
  const auto all = find(product({shape("sm_75@13.0")}), "8.0@580", policy);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].suppressed, "kept for the demo");
  policy.suppress[0].path = "*.a";
  EXPECT_EQ(
      find(product({shape("sm_75@13.0")}), "8.0@580", policy)[0].suppressed,
      "");
}

TEST(Findings, MixedObjectsOfOneDeviceLinkAreAWarning) {
  const auto all =
      find(product({shape("sm_86@13.0 sm_120@13.0", ContainerRole::linked),
                    shape("sm_86@13.0", ContainerRole::relocatable),
                    shape("sm_120@13.0", ContainerRole::relocatable)}),
           "8.6@580");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC406");
  EXPECT_EQ(all[0].severity, Severity::warning);
  EXPECT_THAT(all[0].message, HasSubstr("{SASS 120}, {SASS 86}"));
}

TEST(Findings, TheOrderOfImagesMakesNoDifference) {
  // Not two lists of architectures, so no mixed device link.
  EXPECT_THAT(
      find(
          product({shape("sm_90@13.0", ContainerRole::linked),
                   shape("sm_90@13.0 sm_80@13.0", ContainerRole::relocatable),
                   shape("sm_80@13.0 sm_90@13.0", ContainerRole::relocatable)}),
          "9.0@580"),
      IsEmpty());
  const auto all = find(product({shape("sm_90@13.0 sm_80@13.0 ptx_120@9.0"),
                                 shape("sm_80@13.0 ptx_120@9.0 sm_90@13.0")}),
                        "7.5@580");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].containers, 2u);
  EXPECT_THAT(all[0].message, HasSubstr("it holds SASS 80 90, PTX 120 (9.0)"));
}

TEST(Findings, AMachineThatNoCodeCanServeIsToldOnce) {
  const auto all = find(product({shape("sm_60@12.9"), shape("ptx_60@8.8")}),
                        "6.0@595.71.05");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC603");
  EXPECT_EQ(all[0].fix, "install a driver of branch 580");
}

TEST(Findings, AFrameworkWithoutCodeForItsGpuIsAWarning) {
  TargetGroup machine = target_group("12.0@570.26");
  machine.frameworks.push_back(
      {"torch", "2.6.0", Version{12, 4}, {{80}, {90}}, {}});
  const auto all = group_findings(resolve_all({machine}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC607");
  EXPECT_THAT(all[0].message, HasSubstr("torch 2.6.0 fails with error 209"));
  machine.frameworks[0].sass.push_back({120});
  EXPECT_THAT(group_findings(resolve_all({machine})), IsEmpty());
}

TEST(Findings, ANameThatContradictsItsCapabilityIsAWarning) {
  TargetGroup machine = target_group("8.6@570.26");
  machine.gpu.name = "NVIDIA L4";
  const auto all = group_findings(resolve_all({machine}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, "CC606");
  EXPECT_EQ(all[0].fix, "write \"cc\": \"8.9\", or correct the name");
  machine.gpu.name = "NVIDIA A10";
  EXPECT_THAT(group_findings(resolve_all({machine})), IsEmpty());
}

TEST(Fixes, NameAToolkitThatHasTheArchitecture) {
  EXPECT_THAT(fix_add_sass(machine("7.0@580"), Version{13, 0}),
              HasSubstr("build with CUDA 12.9, the newest that still"));
  EXPECT_THAT(fix_add_sass(machine("12.0@580"), Version{12, 4}),
              HasSubstr("build with CUDA 12.8 or newer"));
  EXPECT_THAT(fix_add_sass(machine("8.9@580"), Version{12, 8}),
              HasSubstr("add SASS: "));
  EXPECT_THAT(fix_add_sass(machine("8.9@580"), std::nullopt),
              HasSubstr("add SASS: "));
}

TEST(Fixes, NeverAddSassThatTheDriverCannotRead) {
  const std::string fix = fix_add_sass(machine("9.0@cuda12.8"), Version{13, 0});
  EXPECT_THAT(fix, HasSubstr("build with a CUDA 12 toolkit (the newest is "
                             "12.9) and add -gencode=arch=compute_90"));
}

TEST(Fixes, NeverNameADriverThatDroppedTheGpu) {
  EXPECT_EQ(fix_newer_driver({13, 2}, machine("7.0@535")), "");
  EXPECT_THAT(fix_newer_driver({13, 0}, machine("7.0@535")),
              HasSubstr("580.65.06"));
}

TEST(FindingTable, IsSortedAndComplete) {
  const auto rows = finding_table();
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_LT(rows[i - 1].id, rows[i].id);
  for (const FindingRow& row : rows) {
    EXPECT_FALSE(row.title.empty()) << row.id;
    EXPECT_FALSE(row.rule.empty()) << row.id;
    EXPECT_FALSE(row.fix.empty()) << row.id;
    EXPECT_FALSE(row.source.empty()) << row.id;
  }
}

}  // namespace
}  // namespace cudacompat
