// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/explain_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "judge/verdict/finding_table.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

constexpr int kLastReason = static_cast<int>(Reason::blocked);

/// Every reason, on a machine and a shape with all facts present.
TEST(ExplainChoice, EveryReasonThatIsNotGoodHasAnIdATextAndAFix) {
  const DriverCase machine = testing::machine("8.9@535");
  ContainerShape shape = testing::shape("sm_80@12.8 ptx_80@8.7");
  ArtifactFacts artifact = testing::product({shape});
  artifact.runtime.version = Version{13, 0};
  artifact.problems.push_back({"cut", 0, ""});
  const auto rows = finding_table();
  for (int i = 0; i <= kLastReason; ++i) {
    const Reason reason = static_cast<Reason>(i);
    const std::string_view id = finding_id(reason, machine);
    const Choice choice{Outcome::unknown, reason, 1};
    const ChoiceCase told{choice, &shape, artifact, {&machine, 1}};
    for (const std::string& text :
         {cause(told), fix(told).text, reason_words(told)})
      EXPECT_EQ(text.find('{'), std::string::npos) << text;
    if (reason == Reason::blocked) {
      EXPECT_EQ(id, "CC606");
      continue;
    }
    if (id.empty()) {
      EXPECT_EQ(cause(told), "") << i;
      continue;
    }
    EXPECT_NE(std::find_if(rows.begin(), rows.end(),
                           [&](const FindingRow& row) { return row.id == id; }),
              rows.end())
        << id << " has no row";
    EXPECT_NE(cause(told), "") << id;
    EXPECT_NE(fix(told).text, "") << id;
  }
}

TEST(ExplainChoice, TheConsequenceNamesTheErrorOfTheOutcome) {
  for (int i = 0; i <= static_cast<int>(Outcome::fails_804); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    const std::string word(to_string(outcome));
    if (!fails(outcome)) continue;
    const std::string number = word.substr(word.find('-') + 1);
    EXPECT_NE(consequence(outcome).find("error " + number + " ("),
              std::string::npos)
        << word;
  }
}

}  // namespace
}  // namespace cudacompat
