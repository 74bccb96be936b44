// SPDX-License-Identifier: Apache-2.0
#include "report/findings_text.h"

#include <gtest/gtest.h>

#include "judge/verdict/finding.h"

namespace cudacompat {
namespace {

Finding finding(Severity severity) {
  Finding made;
  made.id = "CC201";
  made.severity = severity;
  made.message = "on l4 this fails";
  made.fix = "add SASS";
  return made;
}

TEST(FindingsText, LooksAsACompilerWouldPrintIt) {
  Finding several = finding(Severity::warning);
  several.containers = 3;
  several.fix.clear();
  EXPECT_EQ(findings_text("k.cu", {finding(Severity::error), several}),
            "k.cu: error: cudacompat[CC201]: on l4 this fails\n"
            "  fix: add SASS\n"
            "k.cu: warning: cudacompat[CC201]: on l4 this fails\n"
            "  in 3 containers\n");
}

TEST(FindingsText, LeavesSuppressedFindingsOut) {
  Finding kept_quiet = finding(Severity::error);
  kept_quiet.suppressed = "kept for the demo";
  EXPECT_EQ(findings_text("k.cu", {kept_quiet}), "");
}

}  // namespace
}  // namespace cudacompat
