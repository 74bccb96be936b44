// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <vector>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

std::vector<int> numbers(std::string_view release) {
  std::vector<int> out;
  const char* at = release.data();
  const char* const end = at + release.size();
  while (at < end) {
    int number = -1;
    at = std::from_chars(at, end, number).ptr + 1;
    out.push_back(number);
  }
  return out;
}

TEST(TorchWheelTable, RowsAreSortedAndAppearOnce) {
  const auto key = [](const TorchWheelRow& row) {
    return std::tuple(numbers(row.torch), row.os, row.cuda);
  };
  const auto rows = torch_wheel_table();
  ASSERT_GE(rows.size(), 40u);
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_LT(key(rows[i - 1]), key(rows[i])) << rows[i].torch;
  for (const TorchWheelRow& row : rows)
    EXPECT_EQ(numbers(row.torch).size(), 3u) << row.torch;
}

TEST(TorchWheelTable, EachWheelIsWhatItsToolkitCanMake) {
  for (const TorchWheelRow& row : torch_wheel_table()) {
    const ReleaseRow* release = find_release(row.cuda);
    ASSERT_NE(release, nullptr) << row.torch;
    EXPECT_FALSE(row.archs.empty());
    EXPECT_TRUE(std::ranges::is_sorted(row.archs)) << row.torch;
    for (const Arch arch : row.archs) {
      EXPECT_TRUE(toolkit_emits(*release, arch))
          << row.torch << " " << to_string(row.cuda) << " " << to_string(arch);
    }
    // nvcc 12.4 and later pack with zstd.
    EXPECT_TRUE(!row.zstd || row.cuda >= (Version{12, 4})) << row.torch;
  }
}

TEST(TorchWheelTable, EachReleaseHasOneThatWasMeasured) {
  std::vector<std::string_view> all, measured;
  for (const TorchWheelRow& row : torch_wheel_table()) {
    if (row.os != Os::linux_x86_64) continue;
    if (all.empty() || all.back() != row.torch) all.push_back(row.torch);
    if (row.source.starts_with("measured")) measured.push_back(row.torch);
  }
  EXPECT_EQ(measured, all);
}

}  // namespace
}  // namespace cudacompat
