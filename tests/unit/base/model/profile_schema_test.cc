// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/model/profile.h"
#include "support/json_schema.h"

namespace cudacompat {
namespace {

using nlohmann::json;

std::string template_text(const std::string& name) {
  std::ifstream file(std::filesystem::path(CUDACOMPAT_SOURCE) / "templates" /
                     name);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

bool fits_schema(const json& profile) {
  static const json kSchema =
      json::parse(template_text("schemas/profile.json"));
  return testing::schema_violations(kSchema, profile).empty();
}

bool is_read(const json& profile) {
  return parse_profile(profile.dump(), "f").has_value();
}

json good() { return json::parse(template_text("profile.json")); }

TEST(ProfileSchema, AndTheParserTakeTheTemplate) {
  const auto profile = parse_profile(template_text("profile.json"), "f");
  ASSERT_TRUE(profile) << fmt::format("{}", fmt::join(profile.error(), "\n"));
  EXPECT_TRUE(fits_schema(good()));
  EXPECT_EQ(group_targets(*profile).size(), 6u);
}

TEST(ProfileSchema, AndTheParserAgreeOnEachValue) {
  struct Case {
    std::string_view where;
    json value;
    bool good;
  };
  const Case kCases[] = {
      {"/schema_version", 2, false},
      {"/schema_version", "1", false},
      {"/name", 1, false},
      {"/name", " ", false},
      {"/names", "x", false},
      {"/$schema", "profile.json", true},
      {"/targets", json::array(), false},
      {"/targets/0", "a100", false},
      {"/targets/0/name", nullptr, false},
      {"/targets/0/count", 0, true},
      {"/targets/0/count", -1, false},
      {"/targets/0/count", 1.5, false},
      {"/targets/0/count", 1'000'000'001, false},
      {"/targets/0/gpus", json::array(), false},
      {"/targets/0/gpus/0", "8.0", false},
      {"/targets/0/gpus/0/cc", 8.9, false},
      {"/targets/0/gpus/0/cc", "89", false},
      {"/targets/0/gpus/0/cc", "8.9a", false},
      {"/targets/0/gpus/0/cc", "12.1", true},
      {"/targets/0/gpus/0/tegra", 1, false},
      {"/targets/0/gpus/0/sm", 80, false},
      {"/targets/0/driver", "535", true},
      {"/targets/0/driver", ">=535", true},
      {"/targets/0/driver", ">=535 <580", true},
      {"/targets/0/driver", ">=535 <=580", true},
      {"/targets/0/driver", "535.54.03..570.211.01", true},
      {"/targets/0/driver", 535, false},
      {"/targets/0/driver", "12.2", false},
      {"/targets/0/driver", "<580", false},
      {"/targets/0/driver", "535.x", false},
      {"/targets/0/cuda", "12.2", true},
      {"/targets/0/cuda", 12.2, false},
      {"/targets/0/cuda", "12.8.1", false},
      {"/targets/0/cuda_compat", "latest", false},
      {"/targets/0/max_ptx", "8.2", true},
      {"/targets/0/max_ptx", "82x", false},
      {"/targets/0/os", "wsl", true},
      {"/targets/0/os", "linux", false},
      {"/targets/0/frameworks", json::array(), true},
      {"/targets/4/frameworks/0/archs", json::array(), false},
      {"/targets/4/frameworks/0/archs/0", "compute_90a", true},
      {"/targets/4/frameworks/0/archs/0", "8.7", false},
      {"/policy/accept", {"loads"}, true},
      {"/policy/accept", {"loads", "unknown"}, true},
      {"/policy/accept", {"loads-jit"}, false},
      {"/policy/accept", {"loads", "loads"}, false},
      {"/policy/accept", {"loads", "fails-209"}, false},
      {"/policy/accept", json::array(), false},
      {"/policy/downgrade_ptx", "yes", false},
      {"/policy/future_gpu", true, false},
      {"/policy/partial", json::array(), true},
      {"/policy/partial/0/gpus", json::array(), false},
      {"/policy/partial/0/gpus/0", "90", false},
      {"/policy/partial/0/reason", "", false},
      {"/policy/partial/0/kernel", "*sm90*", true},
      {"/policy/suppress/0/id", "cc701", false},
      {"/policy/suppress/0/id", "CC70", false},
      {"/policy/suppress/0/reason", nullptr, false},
  };
  for (const Case& c : kCases) {
    json profile = good();
    profile[json::json_pointer(std::string(c.where))] = c.value;
    EXPECT_EQ(is_read(profile), c.good) << c.where << ": " << c.value;
    EXPECT_EQ(fits_schema(profile), c.good) << c.where << ": " << c.value;
  }
}

TEST(ProfileSchema, AndTheParserAgreeOnWhatMayBeLeftOut) {
  const std::pair<std::string_view, bool> kCases[] = {
      {"/schema_version", false},
      {"/name", true},
      {"/targets", false},
      {"/targets/0/name", false},
      {"/targets/0/count", true},
      {"/targets/0/gpus", false},
      {"/targets/0/gpus/0/cc", false},
      {"/targets/0/gpus/0/name", true},
      {"/targets/0/driver", true},
      {"/targets/4/frameworks/0/name", false},
      {"/targets/4/frameworks/0/archs", true},
      {"/policy", true},
      {"/policy/accept", true},
      {"/policy/partial/0/unit", false},
      {"/policy/partial/0/gpus", false},
      {"/policy/partial/0/reason", false},
      {"/policy/suppress/0/id", false},
      {"/policy/suppress/0/path", true},
      {"/policy/suppress/0/reason", false},
  };
  for (const auto& [where, may] : kCases) {
    json profile = good();
    const json::json_pointer pointer{std::string(where)};
    profile[pointer.parent_pointer()].erase(pointer.back());
    EXPECT_EQ(is_read(profile), may) << where;
    EXPECT_EQ(fits_schema(profile), may) << where;
  }
}

TEST(SchemaViolations, AreSaidWithTheirPlace) {
  json profile = good();
  profile["targets"][1]["gpus"][0]["cc"] = "89";
  const json schema = json::parse(template_text("schemas/profile.json"));
  const auto violations = testing::schema_violations(schema, profile);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].find("$.targets[1].gpus[0].cc: pattern"), 0u);
  EXPECT_FALSE(testing::schema_violations({{"noSuchWord", 1}}, {}).empty());
}

}  // namespace
}  // namespace cudacompat
