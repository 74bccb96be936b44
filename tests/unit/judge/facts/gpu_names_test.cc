// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string_view>
#include <utility>

#include "judge/facts/tables.h"
#include "judge/facts/virtual_gpu.h"

namespace cudacompat {
namespace {

Cc cc_of(std::string_view product) {
  const auto found = find_gpu_name(product);
  return found ? found->cc : Cc{0};
}

Brand brand_of(std::string_view product) {
  const auto found = find_gpu_name(product);
  return found ? found->brand : Brand::unknown;
}

TEST(GpuNames, are_found_as_tools_print_them) {
  const std::pair<std::string_view, Cc> seen[] = {
      {"NVIDIA H100 80GB HBM3", 90},
      {"NVIDIA H200", 90},
      {"NVIDIA GH200 480GB", 90},
      {"NVIDIA A100-SXM4-80GB", 80},
      {"NVIDIA A10G", 86},
      {"NVIDIA A10", 86},
      {"NVIDIA L40S", 89},
      {"NVIDIA L4", 89},
      {"NVIDIA B200", 100},
      {"NVIDIA GB200", 100},
      {"NVIDIA B300 SXM6 AC", 103},
      {"NVIDIA GB10", 121},
      {"Tesla T4", 75},
      {"Tesla V100-SXM2-16GB", 70},
      {"Tesla P100-PCIE-16GB", 60},
      {"Tesla P40", 61},
      {"NVIDIA GeForce RTX 3060 Laptop GPU", 86},
      {"GeForce RTX 2080 Ti", 75},
      {"NVIDIA GeForce RTX 4090 D", 89},
      {"NVIDIA GeForce RTX 5070 Ti", 120},
      {"NVIDIA GeForce GTX 1660 SUPER", 75},
      {"NVIDIA GeForce GTX 1080 Ti", 61},
      {"NVIDIA RTX A6000", 86},
      {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 120},
      {"NVIDIA RTX 2000 Ada Generation Laptop GPU", 89},
      {"Orin (nvgpu)", 87},
      {"NVIDIA Jetson Orin Nano Developer Kit", 87},
      {"NVIDIA Jetson Nano Developer Kit", 53},
      {"NVIDIA Tegra X2", 62},
      {"Xavier", 72},
      {"NVIDIA Thor", 110},
      {"NVIDIA TITAN V", 70},
  };
  for (const auto& [product, cc] : seen)
    EXPECT_EQ(cc_of(product), cc) << product;
}

TEST(GpuNames, are_found_in_kubernetes_labels) {
  EXPECT_EQ(cc_of("NVIDIA-GeForce-RTX-3090"), 86);
  EXPECT_EQ(cc_of("Quadro-RTX-4000"), 75);
  EXPECT_EQ(cc_of("nvidia_l40s"), 89);
}

TEST(GpuNames, do_not_mind_vgpu_profiles_and_mig_slices) {
  EXPECT_EQ(cc_of("NVIDIA A40-48C"), 86);
  EXPECT_EQ(cc_of("GRID T4-16Q"), 75);
  EXPECT_EQ(cc_of("GRID A100D-40C"), 80);
  EXPECT_EQ(cc_of("NVIDIA H100XM-80C"), 90);
  EXPECT_EQ(cc_of("GRID RTX6000-8Q"), 75);
  EXPECT_EQ(cc_of("NVIDIA RTX6000-Ada-48Q"), 89);
  EXPECT_EQ(cc_of("A100-SXM4-40GB-MIG-1g.5gb"), 80);
}

TEST(VirtualGpu, has_a_profile_behind_its_name) {
  for (const char* name : {"NVIDIA A40-48C", "GRID T4-16Q", "GRID A100D-40C"}) {
    EXPECT_TRUE(is_virtual_gpu(name)) << name;
  }
  for (const char* name :
       {"", "C", "-C", "A40-C", "NVIDIA A40", "A100-SXM4-80GB",
        "NVIDIA H100 PCIe", "A100-PCIE-40GB-MIG-1g.5gb"}) {
    EXPECT_FALSE(is_virtual_gpu(name)) << name;
  }
}

TEST(GpuNames, of_several_gpus_are_not_decided) {
  for (std::string_view product :
       {"RTX 4000", "NVIDIA RTX 6000", "RTX 5000", "TITAN X", "RTX6000-24Q"})
    EXPECT_EQ(find_gpu_name(product), std::nullopt) << product;
}

TEST(GpuNames, take_the_longest_of_those_that_match) {
  EXPECT_EQ(cc_of("NVIDIA RTX 4000 Ada Generation"), 89);
  EXPECT_EQ(cc_of("NVIDIA RTX PRO 4000 Blackwell"), 120);
  EXPECT_EQ(cc_of("Quadro RTX 4000 with Max-Q Design"), 75);
  EXPECT_EQ(cc_of("NVIDIA GeForce GTX TITAN X"), 52);
  EXPECT_EQ(cc_of("NVIDIA TITAN X (Pascal)"), 61);
  EXPECT_EQ(cc_of("NVIDIA GeForce RTX 3050 A Laptop GPU"), 89);
  EXPECT_EQ(cc_of("NVIDIA GeForce RTX 3050 Laptop GPU"), 86);
}

TEST(GpuNames, are_whole_words) {
  for (std::string_view product :
       {"A1000X", "XA100", "NVIDIA L400", "P4000", "RTX 30900", "GTX 780M"})
    EXPECT_EQ(find_gpu_name(product), std::nullopt) << product;
}

TEST(GpuNames, that_are_not_known_are_not_guessed) {
  for (std::string_view product :
       {"", " ", "-", "NVIDIA", "NVIDIA Graphics Device", "AMD Instinct MI300X",
        "GeForce RTX 6090"})
    EXPECT_EQ(find_gpu_name(product), std::nullopt) << product;
}

TEST(GpuNames, tell_the_brand) {
  EXPECT_EQ(brand_of("NVIDIA A100-SXM4-80GB"), Brand::data_center);
  EXPECT_EQ(brand_of("NVIDIA GeForce RTX 4090"), Brand::geforce);
  EXPECT_EQ(brand_of("NVIDIA RTX A6000"), Brand::workstation);
  EXPECT_EQ(brand_of("NVIDIA RTX PRO 6000 Blackwell Server Edition"),
            Brand::data_center);
  EXPECT_EQ(brand_of("Orin"), Brand::jetson);
}

TEST(GpuNames, have_the_capability_of_a_gpu_of_the_table) {
  for (const GpuNameRow& row : gpu_name_table()) {
    if (row.cc == 0) continue;
    ASSERT_NE(find_gpu(row.cc), nullptr) << row.name;
    EXPECT_EQ(row.brand == Brand::jetson, is_tegra(row.cc)) << row.name;
    EXPECT_EQ(cc_of(row.name), row.cc) << row.name;
  }
}

}  // namespace
}  // namespace cudacompat
