// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/record.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

EnvironmentRecord some() {
  return {"535.183.06",
          "12.2",
          "13.0.88",
          "12.6",
          {{"8.9", "NVIDIA L4", 4}, {"9.0", "", 1}},
          {{"torch", "2.9.1+cu126", "12.6", {"sm_80", "sm_90"}},
           {"triton", "3.5.1", "", {}}}};
}

std::string written(const EnvironmentRecord& record) {
  std::string out;
  JsonWriter json([&](std::string_view text) {
    out += text;
    return true;
  });
  json.begin_object();
  json.member("schema_version", std::uint64_t{1});
  write_record(json, record);
  json.end();
  return out;
}

std::vector<std::string> wrong(const std::string& text) {
  const auto parsed = parse_record(text, "b.json");
  return parsed ? std::vector<std::string>{} : parsed.error();
}

TEST(RecordTest, IsReadBackAsItWasWritten) {
  const auto read = parse_record(written(some()), "b.json");
  ASSERT_TRUE(read) << read.error().front();
  EXPECT_THAT(drift(some(), *read), IsEmpty());
  EXPECT_EQ(written(*read), written(some()));
  EXPECT_THAT(wrong(written({})), IsEmpty());
}

TEST(RecordTest, EachDifferenceIsALine) {
  EnvironmentRecord now = some();
  now.driver = "550.54.15";
  now.cuda = "";
  now.toolkit = "13.2.86";
  now.runtime = "12.8";
  now.gpus[0].count = 3;
  now.gpus[1].cc = "10.0";
  now.frameworks[0].archs = {"sm_80", "sm_90", "compute_90"};
  now.frameworks[0].cuda = "12.8";
  now.frameworks[1] = {"cupy-cuda12x", "14.2.0", "12.9", {"sm_90"}};
  EXPECT_THAT(drift(some(), now),
              ElementsAre("CUDA 12.2 -> none", "CUDA runtime 12.6 -> 12.8",
                          "GPU 10.0 none -> x1", "GPU 8.9 NVIDIA L4 x4 -> x3",
                          "GPU 9.0 x1 -> none", "cupy-cuda12x none -> 14.2.0",
                          "driver 535.183.06 -> 550.54.15",
                          "nvcc 13.0.88 -> 13.2.86", "torch CUDA 12.6 -> 12.8",
                          "torch code sm_80 sm_90 -> sm_80 sm_90 compute_90",
                          "triton 3.5.1 -> none"));
  EXPECT_THAT(drift(now, now), IsEmpty());
}

TEST(RecordTest, WhatIsWrongInARecordIsToldWithItsPlace) {
  EXPECT_THAT(wrong("{\"schema_version\": 1,\n}"),
              ElementsAre(HasSubstr("b.json:1:21: not JSON")));
  EXPECT_THAT(wrong("[]"), ElementsAre(HasSubstr("b.json:1:1: ")));
  EXPECT_THAT(wrong("{}"), ElementsAre(HasSubstr("schema_version")));
  EXPECT_THAT(wrong("{\"schema_version\": 2}"),
              ElementsAre(HasSubstr("b.json:1:20: \"schema_version\" is not "
                                    "1")));
  EXPECT_THAT(wrong("{\"schema_version\": 1,\n \"drivr\": \"5\"}"),
              ElementsAre(HasSubstr("b.json:2:2: ")));
  EXPECT_THAT(wrong("{\"schema_version\": 1, \"driver\": 535}"),
              ElementsAre(HasSubstr("is the number 535")));
  EXPECT_THAT(wrong("{\"schema_version\": 1, \"gpus\": [7, {}]}"),
              ElementsAre(HasSubstr("a GPU"), HasSubstr("\"cc\"")));
  EXPECT_THAT(wrong("{\"schema_version\": 1, \"frameworks\": [{\"archs\": "
                    "[1]}]}"),
              ElementsAre(HasSubstr("\"name\""), HasSubstr("architecture")));
  EXPECT_THAT(wrong("{\"schema_version\": 1, \"cuda\": \"1\", \"cuda\": "
                    "\"2\"}"),
              ElementsAre(HasSubstr("cuda")));
}

TEST(RecordTest, CountsTheMachinesGpusAndTakesTheFrameworks) {
  ThisMachine machine;
  machine.from = "nvidia-smi";
  machine.driver.kernel = DriverVersion{535, 183, 6, 3};
  TargetSpec target;
  target.gpus = {{90, "H200", false}, {80, "A100", false}, {90, "H200", false}};
  machine.targets = {target};
  PythonEnvironment python;
  python.runtime = Version{12, 8};
  python.packages.push_back(
      {"triton", "3.5.1", "triton", "", Version{12, 8}, "ptxas", {}});
  const EnvironmentRecord record =
      record_of(machine, {{"nvcc", "/nvcc", "13.0.88"}}, &python);
  EXPECT_THAT(
      drift({}, record),
      ElementsAre("CUDA runtime none -> 12.8", "GPU 8.0 A100 none -> x1",
                  "GPU 9.0 H200 none -> x2", "driver none -> 535.183.06",
                  "nvcc none -> 13.0.88", "triton none -> 3.5.1"));
  EXPECT_EQ(record_of(machine, {}, nullptr).runtime, "");
}

}  // namespace
}  // namespace cudacompat
