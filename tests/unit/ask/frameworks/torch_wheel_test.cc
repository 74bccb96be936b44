// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/torch_wheel.h"

#include <gmock/gmock.h>

#include "support/shapes.h"

namespace cudacompat {
namespace {

/// "2.15.0 13.2", or "-".
std::string newest(std::string_view shorthand) {
  const auto groups = resolve_all({testing::target_group(shorthand)});
  const auto wheel = newest_torch_for(groups.at(0));
  if (!wheel) return "-";
  return std::string(wheel->torch) + " " + to_string(wheel->cuda);
}

TEST(TorchWheelTest, TheNewestThatLoads) {
  EXPECT_EQ(newest("9.0@610.43.02"), "2.15.0 13.2");
  EXPECT_EQ(newest("12.1@580.95.05"), "2.15.0 13.2");
  EXPECT_EQ(newest("9.0@580.95.05+aarch64"), "2.15.0 13.2");
  EXPECT_EQ(newest("8.6@580.95.05+wsl"), "2.15.0 13.2");
  EXPECT_EQ(newest("8.6@581.15+windows"), "2.14.1 13.2");
}

TEST(TorchWheelTest, ADriverOfCuda12GetsTheLastReleaseForCuda12) {
  EXPECT_EQ(newest("9.0@570.124.06"), "2.14.1 12.6");
  EXPECT_EQ(newest("9.0@525.147.05"), "2.14.1 12.6");
  // 12.6 has no code for it, 12.9 is packed with what that driver cannot read,
  // and 12.8 is not.
  EXPECT_EQ(newest("12.0@570.124.06"), "2.11.0 12.8");
  EXPECT_EQ(newest("8.6@470.256.02"), "2.7.1 11.8");
}

TEST(TorchWheelTest, AnOldPythonGetsTheLastReleaseForIt) {
  const auto groups = resolve_all({testing::target_group("9.0@580.95.05")});
  EXPECT_EQ(newest_torch_for(groups.at(0), Version{3, 8})->torch, "2.4.1");
  EXPECT_EQ(newest_torch_for(groups.at(0), Version{3, 9})->torch, "2.8.0");
  EXPECT_EQ(newest_torch_for(groups.at(0), Version{3, 12})->torch, "2.15.0");
  EXPECT_FALSE(newest_torch_for(groups.at(0), Version{3, 6}));
}

TEST(TorchWheelTest, AnOldGpuGetsTheLastReleaseWithItsCode) {
  EXPECT_EQ(newest("7.0@580.95.05"), "2.14.1 12.6");
  EXPECT_EQ(newest("6.1@580.95.05"), "2.14.1 12.6");
  EXPECT_EQ(newest("3.7@470.256.02"), "2.5.1 11.8");
}

TEST(TorchWheelTest, NothingIsNamedThatIsNotSure) {
  EXPECT_EQ(newest("3.5@470.256.02"), "-");
  EXPECT_EQ(newest("9.0@440.33.01"), "-");
  EXPECT_EQ(newest("9.0@470.256.02"), "-");  // does not drive it
  // SASS of a desktop GPU is not promised for Tegra.
  EXPECT_EQ(newest("8.7-tegra@cuda12.6+aarch64"), "-");
}

TEST(TorchWheelTest, TheCommandNamesTheTag) {
  const auto groups = resolve_all({testing::target_group("7.0@580.95.05")});
  EXPECT_EQ(pip_command(newest_torch_for(groups.at(0)).value()),
            "pip install torch==2.14.1 --index-url "
            "https://download.pytorch.org/whl/cu126");
}

}  // namespace
}  // namespace cudacompat
