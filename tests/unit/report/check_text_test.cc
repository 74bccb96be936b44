// SPDX-License-Identifier: Apache-2.0
#include "report/check_text.h"

#include <gmock/gmock.h>

#include "base/text/style.h"
#include "judge/verdict/findings.h"
#include "judge/verdict/judge.h"
#include "report/judged_artifact.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<JudgedGroup> groups_of(std::vector<std::string_view> shorthands) {
  std::vector<TargetGroup> machines;
  for (const auto word : shorthands) {
    machines.push_back(testing::target_group(word));
  }
  return resolve_all(machines);
}

JudgedArtifact judged(ArtifactFacts facts,
                      const std::vector<JudgedGroup>& groups,
                      const Policy& policy = {}) {
  JudgedArtifact out;
  out.facts = std::move(facts);
  out.facts.path = "app";
  out.verdict = judge(out.facts, groups, policy);
  out.findings = findings(out.facts, out.verdict, groups, policy);
  return out;
}

std::string text_of(const JudgedArtifact& artifact,
                    const std::vector<JudgedGroup>& groups,
                    TextStyle style = {}) {
  std::string out;
  write_check_text(
      [&out](std::string_view text) {
        out += text;
        return true;
      },
      artifact, groups, style);
  return out;
}

TEST(CheckText, SaysTheVerdictFirstThenEachTarget) {
  const auto groups = groups_of({"8.9@cuda12.2", "9.0@cuda12.2"});
  const auto artifact = judged(
      testing::product({testing::shape("sm_80@12.2 ptx_80@9.0")}), groups);
  const std::string text = text_of(artifact, groups);
  EXPECT_THAT(text,
              StartsWith("app: fails-222: 1 of 2 targets fails (1 container"));
  EXPECT_THAT(text, HasSubstr("  8.9@cuda12.2  loads      sm_80 SASS"));
  EXPECT_THAT(text, HasSubstr("  9.0@cuda12.2  fails-222  compute_80 PTX 9.0"));
  EXPECT_THAT(text, HasSubstr("  error[CC201]: "));
}

TEST(CheckText, ShowsTheReasonOfTheWorstContainerAndCountsTheOthers) {
  const auto groups = groups_of({"8.9@cuda12.2"});
  const auto artifact = judged(testing::product({testing::shape("sm_89@12.2"),
                                                 testing::shape("ptx_80@9.0")}),
                               groups);
  EXPECT_THAT(text_of(artifact, groups),
              HasSubstr("newer than the driver's 8.2 (other containers: 1 more "
                        "reason)"));
}

TEST(CheckText, NamesTheFirstContainersOfAFindingAndAllWhenVerbose) {
  const auto groups = groups_of({"8.9@cuda12.2"});
  const auto artifact = judged(
      testing::product(std::vector(5, testing::shape("sm_75@12.2"))), groups);
  const std::string text = text_of(artifact, groups);
  EXPECT_THAT(text, HasSubstr("in 5 containers: "));
  EXPECT_THAT(text, HasSubstr(" and 2 more\n"));
  EXPECT_THAT(text_of(artifact, groups, {.color = false, .verbose = true}),
              Not(HasSubstr(" more\n")));
}

TEST(CheckText, CountsTheRarerOfManyFindingsOfOneKind) {
  const auto groups = groups_of({"7.5@cuda13.0"});
  std::vector<ContainerShape> shapes;
  for (const auto* code : {"sm_80@13.0", "sm_86@13.0", "sm_89@13.0",
                           "sm_90@13.0", "sm_100@13.0", "sm_120@13.0"}) {
    shapes.push_back(testing::shape(code));
  }
  ArtifactFacts facts = testing::product(shapes);
  const ContainerRef last = facts.containers.back();
  facts.containers.push_back(last);  // sm_120 twice
  const auto artifact = judged(facts, groups);
  const std::string text = text_of(artifact, groups);
  EXPECT_THAT(text, HasSubstr("it holds SASS 120,"));
  EXPECT_THAT(text, HasSubstr("it holds SASS 86,"));
  EXPECT_THAT(text, Not(HasSubstr("it holds SASS 89,")));
  EXPECT_THAT(text, HasSubstr("  and error[CC101] 3 more times on 7.5@cuda13.0,"
                              " for 3 containers with other code: -v"));
  TextStyle verbose;
  verbose.verbose = true;
  const std::string all = text_of(artifact, groups, verbose);
  EXPECT_THAT(all, HasSubstr("it holds SASS 89,"));
  EXPECT_THAT(all, Not(HasSubstr("more times")));
}

TEST(CheckText, KeepsNotesForVerbose) {
  const auto groups = groups_of({"8.9@cuda12.2"});
  const auto artifact =
      judged(testing::product({testing::shape("ptx_80@8.0")}), groups);
  EXPECT_THAT(text_of(artifact, groups), Not(HasSubstr("note[CC203]")));
  EXPECT_THAT(text_of(artifact, groups, {.color = false, .verbose = true}),
              HasSubstr("note[CC203]"));
}

TEST(CheckText, NoDeviceCodeIsNeverAVerdict) {
  const auto groups = groups_of({"8.9@cuda12.2"});
  const auto artifact = judged({}, groups);
  EXPECT_EQ(text_of(artifact, groups),
            "app: no device code: nothing to judge\n");
}

TEST(CheckText, ProblemsStandAtTheEnd) {
  const auto groups = groups_of({"8.9@cuda12.2"});
  ArtifactFacts facts = testing::product({testing::shape("sm_89@12.2")});
  facts.problems = {{"entry leaves the container", 0x40, "k.o"}};
  facts.problem_count = 7;
  const std::string text = text_of(judged(facts, groups), groups);
  EXPECT_THAT(text,
              StartsWith("app: unknown: 1 of 1 target cannot be judged "));
  EXPECT_THAT(text,
              HasSubstr("  problem at k.o:0x40: entry leaves the container\n"
                        "  and 6 other problems\n"));
}

TEST(CheckText, ColoursOnlyWhereAsked) {
  const auto groups = groups_of({"8.9@cuda12.2"});
  const auto artifact =
      judged(testing::product({testing::shape("sm_89@12.2")}), groups);
  EXPECT_THAT(text_of(artifact, groups), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(text_of(artifact, groups, {.color = true, .verbose = false}),
              HasSubstr("\x1b[32mloads\x1b[0m"));
}

}  // namespace
}  // namespace cudacompat
