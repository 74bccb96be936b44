// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/tables_print.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;

TEST(FactsText, has_a_line_for_each_row_that_ends_with_its_source) {
  const std::string text = facts_text();
  const auto rows =
      release_table().size() + older_ptx_table().size() + arch_table().size() +
      gpu_table().size() + family_table().size() + alias_table().size() +
      branch_table().size() + windows_driver_table().size() +
      minimum_driver_table().size() + release_driver_table().size() +
      forward_compat_table().size() + gpu_name_table().size() +
      jetson_release_table().size() + torch_wheel_table().size();
  std::size_t lines = 0;
  for (std::size_t at = text.find("]\n"); at != std::string::npos;
       at = text.find("]\n", at + 1))
    ++lines;
  EXPECT_EQ(lines, rows);
}

TEST(FactsText, can_be_searched_by_table_and_fact) {
  const std::string text = facts_text();
  EXPECT_THAT(text, HasSubstr("\nreleases  12.7  8.6  -  -  [PTX ISA"));
  EXPECT_THAT(text, HasSubstr("\nfamilies  103f  10.3,10.7  ["));
  EXPECT_THAT(text, HasSubstr("\ndriver_branches  535  12.2  ["));
  EXPECT_THAT(text, HasSubstr("\ngpus  10.3  -  575?  -  B300, GB300  ["));
  EXPECT_THAT(text, HasSubstr("\ntorch_wheels  2.11.0  13.0  linux-aarch64  "
                              "zstd  80,90,100,110,120  [measured"));
  EXPECT_THAT(text, HasSubstr("\ngpu_names  8.6  data-center  A40  ["));
}

TEST(FactFiles, are_the_json_of_every_table) {
  ASSERT_EQ(fact_files().size(), 14u);
  for (const FactFile& file : fact_files()) {
    const auto json = nlohmann::json::parse(file.json, nullptr, false);
    ASSERT_TRUE(json.is_object()) << file.name;
    EXPECT_TRUE(json["about"].is_string()) << file.name;
    if (file.name == "releases") {
      EXPECT_EQ(json["rows"].size(), release_table().size());
    }
  }
}

}  // namespace
}  // namespace cudacompat
