// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/model/profile.h"

namespace cudacompat {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

using ::testing::ElementsAre;

ProfileErrors errors_of(std::string_view text) {
  const auto profile = parse_profile(text, "f");
  return profile ? ProfileErrors{} : profile.error();
}

/// The errors of a profile whose one target holds `members` too.
ProfileErrors target_errors(std::string_view members) {
  return errors_of(
      fmt::format("{{\"schema_version\":1,\"targets\":[{{\n"
                  "\"name\":\"t\",\"gpus\":[{{\"cc\":\"8.9\"}}],\n"
                  "{}}}]}}",
                  members));
}

/// The same for its only GPU, which is at the start of line 2.
ProfileErrors gpu_errors(std::string_view gpu) {
  return errors_of(
      fmt::format("{{\"schema_version\":1,\"targets\":[{{\"name\":"
                  "\"t\",\"gpus\":[\n{}]}}]}}",
                  gpu));
}

/// The same for the policy, whose members begin line 2.
ProfileErrors policy_errors(std::string_view members) {
  return errors_of(
      fmt::format("{{\"schema_version\":1,\"targets\":[{{\"name\":\"t\","
                  "\"gpus\":[{{\"cc\":\"8.9\"}}]}}],\"policy\":{{\n{}}}}}",
                  members));
}

TEST(ProfileErrors, OfTheWhole) {
  EXPECT_THAT(errors_of("[]"),
              ElementsAre("f:1:1: the profile is an array; write an object: "
                          "{ ... }"));
  EXPECT_THAT(
      errors_of("{}"),
      ElementsAre("f:1:1: no \"schema_version\"; write \"schema_version\": 1 "
                  "first",
                  "f:1:1: the profile without \"targets\"; list the machines "
                  "that the code is for"));
  EXPECT_THAT(errors_of(R"({"schema_version":1,"targets":[],"nmae":"x"})"),
              ElementsAre("f:1:31: \"targets\" has 0 elements; 1 to 1000000 "
                          "are allowed",
                          "f:1:34: unknown key \"nmae\" in the profile; did "
                          "you mean \"name\"?"));
  EXPECT_THAT(errors_of(R"({"schema_version":1,"targets":[1],"name":""})"),
              ElementsAre("f:1:32: an element of \"targets\" is the number 1; "
                          "write an object: { ... }",
                          "f:1:42: \"name\" is empty; write it, or leave the "
                          "key out"));
}

TEST(ProfileErrors, OfAnotherVersionAreToldAlone) {
  EXPECT_THAT(errors_of(R"({"schema_version": 2, "targetz": 5, "a":1,"a":1})"),
              ElementsAre("f:1:20: \"schema_version\" is 2; this program "
                          "reads version 1"));
  EXPECT_THAT(errors_of(R"({"targets": [], "schema_version": "1"})"),
              ElementsAre("f:1:35: \"schema_version\" is a string; write the "
                          "number 1"));
  EXPECT_THAT(errors_of(R"({"schema_version": 1.0})"),
              ElementsAre("f:1:20: \"schema_version\" is 1.0; this program "
                          "reads version 1"));
}

TEST(ProfileErrors, AreAllTold) {
  EXPECT_THAT(
      errors_of("{\"schema_version\":1,\n\"targets\":[{\"name\":\"a\",\n"
                "\"gpus\":[{\"cc\":8.9}],\n\"os\":\"linux\"},\n{}],\n"
                "\"policy\":{\"downgrade_ptx\":1}}"),
      ElementsAre(
          "f:3:15: \"cc\" is the number 8.9; write it in quotes, because YAML "
          "and JSON turn 8.0 into 8: \"8.9\"",
          "f:4:6: \"os\": \"linux\" is not a system; did you mean "
          "\"linux-x86_64\"?",
          "f:5:1: a target without \"name\"; the report names the machines by "
          "it",
          "f:5:1: a target without \"gpus\"; give at least one, as in "
          "\"gpus\": [{\"cc\": \"8.9\"}]",
          "f:6:27: \"downgrade_ptx\" is the number 1; write true or false"));
}

TEST(ProfileErrors, OfGpus) {
  const Row kCases[] = {
      Row(R"({"cc":8})",
          "f:2:7: \"cc\" is the number 8; write it in quotes, because YAML and "
          "JSON turn 8.0 into 8: \"8.0\""),
      Row(R"({"cc":"89"})",
          "f:2:7: \"cc\": \"89\" is not a compute capability; did you mean "
          "\"8.9\"?"),
      Row(R"({"cc":"8"})",
          "f:2:7: \"cc\": \"8\" is not a compute capability; did you mean "
          "\"8.0\"?"),
      Row(R"({"cc":"sm_121"})",
          "f:2:7: \"cc\": \"sm_121\" is not a compute capability; did you mean "
          "\"12.1\"?"),
      Row(R"({"cc":"9.0a"})",
          "f:2:7: \"cc\": \"9.0a\" is not a compute capability; did you mean "
          "\"9.0\"?"),
      Row(R"({"cc":"Ada"})",
          "f:2:7: \"cc\": \"Ada\" is not a compute capability; write "
          "MAJOR.MINOR, "
          "as in \"8.9\" or \"12.0\""),
      Row(R"({"cc":null})", "f:2:7: \"cc\" is null; write a string in quotes"),
      Row(R"({"name":"NVIDIA L4"})",
          "f:2:1: a GPU without \"cc\"; give its compute capability, as in "
          "\"cc\": \"8.9\" (nvidia-smi --query-gpu=compute_cap prints it)"),
      Row(R"("8.9")",
          "f:2:1: a GPU is the string \"8.9\"; write an object: {\"cc\": "
          "\"8.9\"}"),
      Row(R"({"cc":"8.7","tegra":"yes"})",
          "f:2:21: \"tegra\" is the string \"yes\"; write true or false"),
      Row(R"({"cc":"8.7","compute":"8.7"})",
          "f:2:13: unknown key \"compute\" in a GPU; it may hold cc, name or "
          "tegra"),
  };
  for (const auto& [gpu, message] : kCases) {
    EXPECT_THAT(gpu_errors(gpu), ElementsAre(message)) << gpu;
  }
}

TEST(ProfileErrors, OfTargets) {
  const Row kCases[] = {
      Row(R"("count":-1)",
          "f:3:9: \"count\" is the number -1; write a whole number from 0 to "
          "1000000000"),
      Row(R"("count":1e3)",
          "f:3:9: \"count\" is the number 1e3; write a whole number from 0 to "
          "1000000000"),
      Row(R"("count":99999999999999999999)",
          "f:3:9: \"count\" is the number 99999999999999999999; write a whole "
          "number from 0 to 1000000000"),
      Row(R"("driver":535)",
          "f:3:10: \"driver\" is the number 535; write it in quotes, because a "
          "number loses its last zeros: \"535\""),
      Row(R"("driver":"12.2")",
          "f:3:10: \"driver\": \"12.2\" is not a driver version but looks like "
          "a "
          "CUDA release; give it as cuda, or write a driver as in "
          "\"535.183.06\""),
      Row(R"("cuda":13.0)",
          "f:3:8: \"cuda\" is the number 13.0; write it in quotes, because a "
          "number loses its last zeros: \"13.0\""),
      Row(R"("cuda":"535.54")",
          "f:3:8: \"cuda\": \"535.54\" is not a CUDA release but looks like a "
          "driver version; CUDA releases are as in \"12.2\""),
      Row(R"("cuda":"12.8.1")",
          "f:3:8: \"cuda\": \"12.8.1\" is not a CUDA release; did you mean "
          "\"12.8\"?"),
      Row(R"("cuda_compat":"latest")",
          "f:3:15: \"cuda_compat\": \"latest\" is not a CUDA release; write "
          "MAJOR.MINOR, as in \"12.2\""),
      Row(R"("max_ptx":"82")",
          "f:3:11: \"max_ptx\": \"82\" is not a PTX ISA version; did you mean "
          "\"8.2\"?"),
      Row(R"("max_ptx":"ptx8.2")",
          "f:3:11: \"max_ptx\": \"ptx8.2\" is not a PTX ISA version; write "
          "MAJOR.MINOR, as in \"8.2\""),
      Row(R"("os":"solaris")",
          "f:3:6: \"os\": \"solaris\" is not a system; write linux-x86_64, "
          "linux-aarch64, windows-x86_64 or wsl"),
      Row(R"("os":"linux-x86-64")",
          "f:3:6: \"os\": \"linux-x86-64\" is not a system; did you mean "
          "\"linux-x86_64\"?"),
      Row(R"("cuda-compat":"12.9")",
          "f:3:1: unknown key \"cuda-compat\" in a target; did you mean "
          "\"cuda_compat\"?"),
      Row(R"("frameworks":{})",
          "f:3:14: \"frameworks\" is an object; write an array: [ ... ]"),
      Row(R"("frameworks":[{"version":"2.9"}])",
          "f:3:15: a framework without \"name\"; give it one, as in \"torch\""),
      Row(R"("frameworks":[{"name":"torch","archs":["8.7"]}])",
          "f:3:40: \"8.7\" is not an architecture of a framework; write "
          "\"sm_87\" for machine code or \"compute_90\" for PTX"),
      Row(R"("frameworks":[{"name":"torch","archs":[]}])",
          "f:3:39: \"archs\" has 0 elements; 1 to 1000 are allowed"),
      Row(R"("count":2,"count":2)",
          "f:3:11: the key \"count\" stands twice in this object, first at "
          "3:1; "
          "keep one of them"),
  };
  for (const auto& [members, message] : kCases) {
    EXPECT_THAT(target_errors(members), ElementsAre(message)) << members;
  }
}

TEST(ProfileErrors, OfThePolicy) {
  const Row kCases[] = {
      Row(R"("accept":"loads")",
          "f:2:10: \"accept\" is the string \"loads\"; write an array: [ ... "
          "]"),
      Row(R"("accept":["loads","load-jit"])",
          "f:2:19: \"load-jit\" is not a verdict that can be accepted; did you "
          "mean \"loads-jit\"?"),
      Row(R"("accept":["loads","fails-209"])",
          "f:2:19: \"fails-209\" is not a verdict that can be accepted; write "
          "loads, loads-jit or unknown"),
      Row(R"("accept":["loads","loads"])",
          "f:2:19: \"loads\" stands twice in \"accept\""),
      Row(R"("accept":["loads-jit"])",
          "f:2:10: \"accept\" without \"loads\" would refuse code that loads; "
          "add \"loads\""),
      Row(R"("future_gpu":true)",
          "f:2:1: unknown key \"future_gpu\" in \"policy\"; did you mean "
          "\"future_gpus\"?"),
      Row(R"("partial":[{"gpus":["9.0"],"reason":"r"}])",
          "f:2:12: a partial row without \"path\", \"unit\" or \"kernel\" "
          "would "
          "take in all code; say which code is meant for some GPUs only"),
      Row(R"("partial":[{"unit":"a.cu","reason":"r"}])",
          "f:2:12: a partial row without \"gpus\"; say which GPUs the code is "
          "meant for"),
      Row(R"("partial":[{"unit":"a.cu","gpus":["90"],"reason":"r"}])",
          "f:2:35: \"cc\": \"90\" is not a compute capability; did you mean "
          "\"9.0\"?"),
      Row(R"("partial":[{"unit":"a.cu","gpus":["9.0"]}])",
          "f:2:12: a partial row without \"reason\"; say why; the report shows "
          "it"),
      Row(R"("suppress":[{"id":"CC701","path":"*.so"}])",
          "f:2:13: a suppress row without \"reason\"; say why; the report "
          "shows "
          "it"),
      Row(R"("suppress":[{"id":"CC701","reason":" "}])",
          "f:2:36: \"reason\" is empty; write it, or leave the key out"),
      Row(R"("suppress":[{"reason":"r"}])",
          "f:2:13: a suppress row without \"id\"; say which finding, as in "
          "CC701"),
      Row(R"("suppress":[{"id":"cc701","reason":"r"}])",
          "f:2:19: \"cc701\" is not the id of a finding; write CC and three "
          "digits, as in \"CC701\""),
  };
  for (const auto& [members, message] : kCases) {
    EXPECT_THAT(policy_errors(members), ElementsAre(message)) << members;
  }
}

TEST(ProfileErrors, OfTexts) {
  EXPECT_THAT(target_errors(R"("driver":"5\n35")"),
              ElementsAre("f:3:10: \"driver\" is \"5\\x0a35\", with a line "
                          "break, tab or other control character; it must be "
                          "one line of text"));
  const std::string longest(4096, 'x');
  EXPECT_THAT(policy_errors(R"("suppress":[{"id":"CC701","reason":")" +
                            longest + "\"}]"),
              ElementsAre());
  EXPECT_THAT(policy_errors(R"("suppress":[{"id":"CC701","reason":")" +
                            longest + "x\"}]"),
              ElementsAre("f:2:36: \"reason\" is 4097 bytes long; at most 4096 "
                          "are allowed"));
}

TEST(ProfileErrors, OfTwoTargetsWithOneName) {
  EXPECT_THAT(
      errors_of("{\"schema_version\":1,\"targets\":[\n"
                "{\"name\":\"a\",\"gpus\":[{\"cc\":\"8.0\"}]},\n"
                "{\"name\":\"a\",\"gpus\":[{\"cc\":\"9.0\"}]}]}"),
      ElementsAre("f:3:1: a second target is named \"a\", the first is at "
                  "2:1; give each its own name"));
}

TEST(ProfileErrors, PointBehindTabsWindowsLineEndsAndOtherScripts) {
  EXPECT_THAT(
      errors_of("{\"schema_version\":1,\r\n\t\"name\":\"\u4e16\u754c\", "
                "\"nmae\":1,\r\n\"targets\":[1]}"),
      ElementsAre("f:2:15: unknown key \"nmae\" in the profile; did "
                  "you mean \"name\"?",
                  "f:3:12: an element of \"targets\" is the number 1; "
                  "write an object: { ... }"));
}

TEST(ProfileErrors, DoNotLetTheProfileSteerTheTerminal) {
  EXPECT_THAT(gpu_errors(R"({"cc":"8.9","\u001b[2J":1})"),
              ElementsAre("f:2:13: unknown key \"\\x1b[2J\" in a GPU; it may "
                          "hold cc, name or tegra"));
}

TEST(ProfileErrors, AreAHundredAtMostAndThenCounted) {
  std::string text = "{\"schema_version\":1,\"targets\":[1";
  for (int i = 0; i < 149; ++i) text += ",1";
  const ProfileErrors errors = errors_of(text + "]}");
  ASSERT_EQ(errors.size(), 101u);
  EXPECT_EQ(errors.back(), "f: and 50 more errors");
}

TEST(ProfileErrors, OfAHostileProfileDoNotTakeQuadraticTime) {
  // 20,000 duplicate names and 20,000 duplicate keys: each would search the
  // text from its start.
  std::string text = "{\"schema_version\":1,\"targets\":[";
  for (int i = 0; i < 20'000; ++i) {
    text += "{\"name\":\"a\",\"gpus\":[{\"cc\":\"8.0\"}]},\n";
  }
  text += "{\"name\":\"a\",\"gpus\":[{\"cc\":\"8.0\"}]}],\"x\":{\"k\":0";
  for (int i = 0; i < 20'000; ++i) text += ",\n\"k\":0";
  EXPECT_EQ(errors_of(text + "}}").size(), 101u);
}

}  // namespace
}  // namespace cudacompat
