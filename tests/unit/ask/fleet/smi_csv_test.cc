// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(SmiCsv, columns_are_known_by_the_header) {
  const Imported found = import_text(
      "index, driver_version, name, compute_cap, memory.total [MiB]\n"
      "0, 535.183.06, NVIDIA Something New, 8.9, 23034 MiB\n"
      "1, 535.183.06, NVIDIA L4, 8.9, 23034 MiB\n");
  EXPECT_THAT(found.targets,
              ElementsAre("8.9+8.9: NVIDIA L4 + NVIDIA Something "
                          "New@535.183.06 x1"));
}

TEST(SmiCsv, without_a_header_cells_tell_by_their_form) {
  const Imported found =
      import_text("NVIDIA H200, 12.1, 00000000:63:00.0, 575.57.08\r\n");
  EXPECT_THAT(found.targets, ElementsAre("12.1: NVIDIA H200@575.57.08 x1"));
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("12.1 is not the one of \"NVIDIA H200\" in "
                                    "the tables (9.0)")));
}

TEST(SmiCsv, without_a_header_nothing_is_guessed) {
  for (const char* row : {
           "NVIDIA A30, 535.183.01, 350.00",  // a power limit
           "NVIDIA A30, 535.183.01, P0",      // a power state
           "NVIDIA A30, P4, 535.183.01",
           "NVIDIA A30, 535.183.01, 2.0",
           "NVIDIA A30, 535.183.01, 8.0, 8.6",
           "NVIDIA A30, Tesla T4, 535.183.01",
       }) {
    const Imported found = import_text(fmt::format("{}\n", row));
    EXPECT_THAT(found.error, HasSubstr("leave noheader out")) << row;
    EXPECT_THAT(found.targets, IsEmpty()) << row;
  }
}

// proteneer/timemachine#793, vllm-project/vllm#38484: several lines, and majors
// of two digits.
TEST(SmiCsv, of_capabilities_alone_has_each_once) {
  FoundDefaults defaults = given_driver("580.65.06");
  for (const char* text : {"compute_cap\n12.1\n8.9\n12.1\n",
                           "12.1\n8.9\n12.1\n", "12.1\r\n8.9\r\n12.1"}) {
    const Imported found = import_text(text, defaults, "nvidia-smi");
    EXPECT_THAT(found.targets, ElementsAre("8.9+12.1: 8.9 + 12.1@580.65.06 x1"))
        << text;
  }
  EXPECT_THAT(import_text("61\n61\n", defaults, "nvidia-smi").targets,
              IsEmpty());
}

TEST(SmiCsv, of_a_spreadsheet_with_decimal_commas_is_an_error) {
  for (const char* text :
       {"name;driver_version;compute_cap\nNVIDIA L4;535.183.06;8,9\n",
        "name, driver_version, compute_cap\nNVIDIA L4, 535.183.06, 8,9\n"}) {
    const Imported found = import_text(text, {}, "nvidia-smi");
    EXPECT_NE(found.error, "") << text;
    EXPECT_THAT(found.targets, IsEmpty()) << text;
  }
}

TEST(SmiCsv, not_available_is_unknown) {
  const Imported found = import_text(
      "name, driver_version, compute_cap\nNVIDIA L4, [N/A], [N/A]\n");
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA L4@unknown x1"));
}

TEST(SmiCsv, a_row_that_was_cut_is_an_error) {
  const Imported found = import_text(
      "name, driver_version, compute_cap\nNVIDIA L4, 535.183.06, 8.9\nNVID\n");
  EXPECT_THAT(found.error, HasSubstr("cut off"));
}

TEST(SmiCsv, a_name_that_no_table_knows_is_left_out) {
  const Imported found =
      import_text("name, driver_version\nNVIDIA Z9, 535.183.06\n");
  EXPECT_THAT(found.targets, IsEmpty());
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr(
                                 "left out 1 (): no table knows the GPU "
                                 "\"NVIDIA Z9\"; add --gpu 'NVIDIA Z9=CC'")));
}

}  // namespace
}  // namespace cudacompat::testing
