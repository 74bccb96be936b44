// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/collect.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string report(const std::string& node, const std::string& verdict,
                   const std::string& kernel = "\"580.65.06\"") {
  return R"({"schema_version": 1, "tool": {}, "node": ")" + node +
         R"(", "driver": {"libcuda": null, "cuda": "13.0", "kernel": )" +
         kernel +
         R"(}, "skipped": null, "devices": [{"ordinal": 0, "name": "H200",
           "uuid": "u", "cc": "9.0", "mig": false, "memory": 1}],
           "artifacts": [{"path": "k.so", "error": null, "devices": [
             {"ordinal": 0, "verdict": ")" +
         verdict + R"(", "predicted": "loads", "because": null,
              "disagreements": 1, "containers": []}]}]})";
}

std::string skipped(const std::string& node) {
  return R"({"schema_version": 1, "tool": {}, "node": ")" + node +
         R"(", "driver": {"libcuda": null, "cuda": null, "kernel": null},
           "skipped": "no CUDA driver", "devices": [], "artifacts": []})";
}

NodeReport parsed(const std::string& json) {
  auto out = parse_node_report(json, "f.json");
  EXPECT_TRUE(out) << out.error().front();
  return out ? *out : NodeReport{};
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(CollectionTest, NodesOfOneClassComeTogetherTheWorstCounts) {
  Collection all;
  for (const auto& json : {report("b", "loads"), report("a", "fails-209"),
                           report("c", "fails-209"), skipped("d")})
    all.add(parsed(json));
  ASSERT_EQ(all.groups().size(), 1u);
  const auto& [key, of] = *all.groups().begin();
  EXPECT_EQ(key.cc, 90);
  EXPECT_THAT(of.nodes, ElementsAre("a", "b", "c"));
  EXPECT_THAT(of.gpus, ElementsAre("H200"));
  EXPECT_EQ(of.verdict(), "fails-209");
  EXPECT_EQ(of.disagreements(), 3u);
  EXPECT_THAT(of.artifacts.at("k.so").nodes, ElementsAre("a", "c"));
  EXPECT_THAT(all.skipped(), ElementsAre(std::pair<std::string, std::string>(
                                 "d", "no CUDA driver")));
}

TEST(CollectionTest, TheOrderOfReportsDoesNotMatter) {
  const std::vector<std::string> reports = {
      report("a", "fails-222"), report("b", "fails-209"), report("c", "loads")};
  Collection one, other;
  for (const auto& json : reports) one.add(parsed(json));
  for (auto i = reports.rbegin(); i != reports.rend(); ++i)
    other.add(parsed(*i));
  const auto& a = one.groups().begin()->second.artifacts.at("k.so");
  const auto& b = other.groups().begin()->second.artifacts.at("k.so");
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.nodes, b.nodes);
}

TEST(CollectionTest, DriversAreApartAndAscend) {
  Collection all;
  all.add(parsed(report("a", "loads", "\"580.65.06\"")));
  all.add(parsed(report("b", "loads", "\"90.1\"")));
  all.add(parsed(report("c", "loads", "null")));
  std::vector<std::string> nodes;
  for (const auto& [key, of] : all.groups()) nodes.push_back(*of.nodes.begin());
  EXPECT_THAT(nodes, ElementsAre("c", "b", "a"));
}

TEST(CollectionTest, AFileThatANodeCouldNotReadIsUnknownThere) {
  const std::string json = replaced(
      replaced(report("a", "loads"), "\"error\": null",
               "\"error\": \"no such file\""),
      R"({"ordinal": 0, "verdict": "loads", "predicted": "loads", "because": null,
              "disagreements": 1, "containers": []})",
      "");
  Collection all;
  all.add(parsed(json));
  EXPECT_EQ(all.groups().begin()->second.verdict(), "unknown");
  EXPECT_THAT(all.unread(), ElementsAre(std::pair<std::string, std::string>(
                                "a: k.so", "no such file")));
}

void expect_error(const std::string& json, const std::string& why) {
  const auto parsed = parse_node_report(json, "f.json");
  ASSERT_FALSE(parsed) << json;
  EXPECT_THAT(parsed.error().front(), HasSubstr("f.json:"));
  EXPECT_THAT(parsed.error(), ::testing::Contains(HasSubstr(why)));
}

TEST(NodeReportTest, WhatIsNoReportIsAnErrorWithItsPlace) {
  const std::string good = report("a", "loads");
  expect_error("[]", "the report is an array");
  expect_error("{", "not JSON");
  expect_error(replaced(good, "\"schema_version\": 1", "\"schema_version\": 2"),
               "schema_version 1");
  expect_error(replaced(good, "\"loads\"", "\"perfect\""),
               "which no load test says");
  expect_error(replaced(good, "\"cc\": \"9.0\"", "\"cc\": \"nine\""), "\"cc\"");
  expect_error(replaced(good, "\"580.65.06\"", "\"new\""),
               "not a driver version");
  expect_error(replaced(good, "\"node\"", "\"nodes\""),
               "did you mean \"node\"?");
  expect_error(replaced(good, "\"ordinal\": 0, \"verdict\"",
                        "\"ordinal\": 7, \"verdict\""),
               "has no result for device 0");
  expect_error(
      replaced(good, R"({"ordinal": 0, "verdict")",
               R"({"ordinal": 0, "verdict": "fails-209", "predicted": "loads",
                   "because": null, "disagreements": 1, "containers": []},
                  {"ordinal": 0, "verdict")"),
      "another result for device 0");
  expect_error(replaced(skipped("a"), "\"no CUDA driver\"", "null"),
               "does not say why");
  expect_error(replaced(good, "\"disagreements\": 1", "\"disagreements\": -1"),
               "disagreements");
}

TEST(NodeReportTest, MoreThanAnyMachineHasIsRefusedAtOnce) {
  std::string devices, artifacts;
  for (int i = 0; i < 1200; ++i) {
    const std::string_view comma = i == 0 ? "" : ",";
    devices += fmt::format(R"({}{{"ordinal": {}, "name": "n", "uuid": "u",
                               "cc": "9.0", "mig": false, "memory": 1}})",
                           comma, i);
    artifacts += fmt::format(
        R"({}{{"path": "{}", "error": "e", "devices": []}})", comma, i);
  }
  std::string many = skipped("a");
  many = replaced(many, "\"no CUDA driver\"", "null");
  many = replaced(many, R"("devices": [])", "\"devices\": [" + devices + "]");
  many = replaced(many, R"("artifacts": [])",
                  "\"artifacts\": [" + artifacts + "]");
  expect_error(many, "1200 devices and 1200 artifacts, too many");
}

}  // namespace
}  // namespace cudacompat
