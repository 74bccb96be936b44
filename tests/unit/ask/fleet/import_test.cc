// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/import.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

std::string_view format_of(const std::string& text) {
  ByteSource source =
      ByteSource::from_view(std::as_bytes(std::span(text)), "input");
  const auto format = detect_fleet_format(source);
  return format ? (*format)->name : std::string_view();
}

TEST(FleetFormats, WhatARowIsRecognizedByIsTakenByNoOther) {
  for (const FleetFormat& row : fleet_formats()) {
    EXPECT_EQ(find_fleet_format(row.name), &row);
    std::vector<std::string> texts;
    if (!row.object.empty()) {
      texts.push_back(fmt::format("{{\"kind\": \"{}List\"}}", row.object));
      texts.push_back(fmt::format("---\nkind: {}\n", row.object));
    }
    for (const std::string_view mark : row.json_marks) {
      if (!mark.empty()) texts.push_back(fmt::format("{{{}: 1}}", mark));
    }
    for (const std::string_view key : row.yaml_roots) {
      if (!key.empty()) texts.push_back(fmt::format("a: 1\n{}:\n", key));
    }
    for (const auto& marks : {row.marks, row.weak_marks}) {
      for (const std::string_view mark : marks) {
        if (!mark.empty()) texts.push_back(fmt::format("a\n {} b\n", mark));
      }
    }
    for (const std::string& text : texts) EXPECT_EQ(format_of(text), row.name);
  }
  EXPECT_EQ(find_fleet_format("nagios"), nullptr);
  EXPECT_EQ(format_of("{\"kind\": \"List\"}"), "");
}

}  // namespace
}  // namespace cudacompat
