// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json_items.h"
#include "base/model/profile_json.h"
#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

FoundMachine machine(std::string name, std::string_view driver,
                     std::uint64_t count = 1) {
  FoundMachine out;
  out.node = "n";
  out.count = count;
  out.gpus = {{std::move(name), {}}};
  set_driver(out, driver);
  return out;
}

std::string json_of(const Fleet& fleet) {
  std::string out;
  write_profile_json(
      [&](std::string_view text) {
        out += text;
        return true;
      },
      {"imported", fleet.targets(), {}});
  return out;
}

TEST(Fleet, order_and_number_of_machines_do_not_change_the_targets) {
  Fleet forward;
  Fleet backward;
  const std::vector<FoundMachine> all = {machine("NVIDIA L4", "535.183.06"),
                                         machine("Tesla T4", "470.82.01"),
                                         machine("NVIDIA L4", "580.65.06")};
  for (const FoundMachine& one : all) forward.add(one);
  for (auto one = all.rbegin(); one != all.rend(); ++one) backward.add(*one);
  EXPECT_EQ(json_of(forward), json_of(backward));
  EXPECT_THAT(forward.targets(), SizeIs(3));
}

TEST(Fleet, a_large_cluster_has_the_targets_of_a_small_one) {
  const auto targets_of = [](int count) {
    std::string list = R"({"kind": "List", "items": [)";
    for (int i = 0; i < count; ++i) {
      list += fmt::format(
          R"({}{{"kind": "Node", "metadata": {{"name": "n{}", "labels": {{"nvidia.com/gpu.product": "{}",
             "nvidia.com/cuda.driver-version.full": "{}.54.03"}}}}}})",
          i == 0 ? "" : ",", i, i % 3 == 0 ? "NVIDIA-L4" : "Tesla-T4",
          i % 2 == 0 ? 535 : 550);
    }
    std::vector<TargetSpec> specs = import_text(list + "]}").specs;
    std::uint64_t machines = 0;
    std::vector<std::string> names;
    for (const TargetSpec& target : specs) {
      machines += target.count;
      names.push_back(target.name);
    }
    EXPECT_EQ(machines, static_cast<std::uint64_t>(count));
    return names;
  };
  EXPECT_THAT(targets_of(100), SizeIs(4));
  EXPECT_EQ(targets_of(100), targets_of(5'000));
}

TEST(Fleet, gives_a_profile_that_is_right) {
  Fleet fleet;
  fleet.add(machine("NVIDIA L4", "535.183.06", 512));
  FoundMachine full = machine("Orin (nvgpu)", "N/A");
  set_cuda(full, "12.6");
  full.frameworks = {
      {"torch", "2.9.1", Version{12, 6}, {Arch{87}}, {Arch{90}}}};
  fleet.add(full);
  const std::string json = json_of(fleet);
  const auto profile = parse_profile(json, "imported.json");
  ASSERT_TRUE(profile) << json << profile.error().front();
  EXPECT_EQ(profile->targets.at(1).count, 512u);
  EXPECT_EQ(profile->targets.at(0).frameworks, full.frameworks);
}

TEST(Fleet, a_machine_with_too_many_models_is_left_out) {
  FoundMachine many = machine("NVIDIA L4", "535.183.06");
  for (int i = 0; i < 50'000; ++i) {
    add_gpu(many, {fmt::format("NVIDIA L4 {}", i), {}});
  }
  Fleet fleet;
  fleet.add(many);
  EXPECT_THAT(fleet.targets(), SizeIs(0));
  EXPECT_THAT(fleet.take_statistics().remarks.at(0).text,
              HasSubstr("more than 1000 models"));
}

TEST(Fleet, a_count_is_never_more_than_a_profile_may_hold) {
  Fleet fleet;
  for (int i = 0; i < 3; ++i) {
    fleet.add(machine("NVIDIA L4", "535.183.06", 400'000'000));
  }
  EXPECT_TRUE(parse_profile(json_of(fleet), "imported.json"));
}

TEST(Fleet, remarks_do_not_grow_with_the_machines) {
  Fleet fleet;
  for (int i = 0; i < 1000; ++i) {
    fleet.add(machine(fmt::format("gpu {}", i), "535.183.06"));
  }
  const Fleet::Tally tally = fleet.take_statistics();
  EXPECT_THAT(tally.remarks, SizeIs(::testing::Lt(300u)));
  std::uint64_t count = 0;
  for (const Remark& remark : tally.remarks) count += remark.count;
  EXPECT_EQ(count, 1000u);
}

std::vector<std::string> items_of(std::string_view text, std::string& error) {
  std::vector<std::string> out;
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(text.data(), text.size())), "input");
  constexpr std::array<std::string_view, 2> kPath = {"data", "result"};
  const auto done = each_json_item(source, kPath, [&](const JsonItem& item) {
    out.emplace_back(item.IsString() ? json_string(item) : "(other)");
  });
  error = done ? "" : done.error().message;
  return out;
}

TEST(JsonItems, are_the_elements_of_the_array_at_the_path) {
  std::string error;
  EXPECT_THAT(
      items_of(
          R"({"x": [1], "data": {"a": {}, "result": ["b", 2.50]}, "y": 0})",
          error),
      ElementsAre("b", "2.50"));
  EXPECT_THAT(items_of("\xef\xbb\xbf[\"b\", \"c\"]", error),
              ElementsAre("b", "c"));
  EXPECT_THAT(items_of(R"({"data": 1} {"data": {"result": []}})", error),
              ElementsAre("(other)"));
  EXPECT_EQ(error, "");
}

TEST(JsonItems, that_are_no_json_are_an_error) {
  std::string error;
  for (const char* text :
       {"", "{", "{\"data\"", "{\"data\": {\"result\": [1", "[1,]", "[1 2]",
        "{\"data\" 1}", "{1: 2}", "nul", "{\"a\": \"\xff\"}"}) {
    items_of(text, error);
    EXPECT_NE(error, "") << text;
  }
}

TEST(JsonItems, may_be_nested_as_deep_as_they_like) {
  std::string error;
  const std::string open(100'000, '[');
  items_of(open, error);
  EXPECT_THAT(error, HasSubstr("cut off"));
  const std::string both = open + std::string(100'000, ']');
  EXPECT_THAT(items_of(both, error), ElementsAre("(other)"));
}

TEST(JsonItems, have_a_largest_size) {
  std::string error;
  items_of("[\"" + std::string(2 * kMaxJsonItem, 'a') + "\"]", error);
  EXPECT_THAT(error, HasSubstr("more than 8388608 bytes"));
}

}  // namespace
}  // namespace cudacompat::testing
