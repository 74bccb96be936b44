// SPDX-License-Identifier: Apache-2.0
#include "report/plan_cmake.h"

#include <gmock/gmock.h>

#include "judge/verdict/finding.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;

Finding finding(Severity severity, std::string message, std::string fix = "") {
  Finding made;
  made.id = "CC101";
  made.severity = severity;
  made.message = std::move(message);
  made.fix = std::move(fix);
  return made;
}

std::string cmake_of(std::vector<Finding> findings,
                     std::vector<PlannedArch> archs = {},
                     std::string profile = "p") {
  BuildPlan plan;
  plan.profile = std::move(profile);
  plan.toolkit.cuda = {13, 0};
  plan.toolkit.release = "13.0";
  plan.architectures = std::move(archs);
  plan.findings = std::move(findings);
  std::string out;
  write_plan_cmake(
      [&out](std::string_view text) {
        out += text;
        return true;
      },
      plan);
  return out;
}

TEST(PlanCmake, SplitsErrorsFromWarningsAndLeavesNotesOut) {
  Finding quiet = finding(Severity::error, "suppressed one");
  quiet.suppressed = "reason";
  const std::string text =
      cmake_of({finding(Severity::error, "e", "do"), quiet,
                finding(Severity::warning, "w"), finding(Severity::note, "n")});
  EXPECT_THAT(text,
              HasSubstr("set(CudaCompat_ERRORS [[[CC101] e\n  fix: do]])\n"));
  EXPECT_THAT(text, HasSubstr("set(CudaCompat_WARNINGS [[[CC101] w]])\n"));
}

TEST(PlanCmake, AFenceIsLongerThanAnyInItsText) {
  const std::string text = cmake_of({}, {}, "a]]b]=]c");
  EXPECT_THAT(text, HasSubstr("set(CudaCompat_REPORT [==[plan for a]]b]=]c:"));
  EXPECT_THAT(text, HasSubstr("\n]==])\n"));
}

TEST(PlanCmake, ABracketAtTheEndDoesNotJoinTheClosingOne) {
  EXPECT_THAT(cmake_of({finding(Severity::error, "x[1]")}),
              HasSubstr("[=[[CC101] x[1]]=]"));
}

TEST(PlanCmake, AMessageStaysOneElementOfItsList) {
  const std::string text = cmake_of({finding(Severity::error, "a;b"),
                                     finding(Severity::error, "open [x"),
                                     finding(Severity::error, "back\\")});
  EXPECT_THAT(
      text, HasSubstr("[[[CC101] a\\;b;(CC101) open (x;[CC101] back\\ ]])\n"));
}

TEST(PlanCmake, HoldsTheListsOfCmakeNvccAndTorch) {
  const std::string text =
      cmake_of({}, {{{80, ArchScope::base}, true, false, "SASS for A100"},
                    {{90, ArchScope::base}, true, true, "both"}});
  EXPECT_THAT(text,
              HasSubstr("set(CudaCompat_ARCHITECTURES [[80-real;90]])\n"));
  EXPECT_THAT(text, HasSubstr("set(CudaCompat_NVCC_FLAGS [=[-gencode=arch="
                              "compute_80,code=[sm_80];-gencode=arch=compute_90"
                              ",code=[sm_90,compute_90]]=])\n"));
  EXPECT_THAT(
      text, HasSubstr("set(CudaCompat_TORCH_CUDA_ARCH_LIST [[8.0;9.0+PTX]])"));
}

}  // namespace
}  // namespace cudacompat
