// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

Arch arch(std::string_view text) { return parse_arch(text).value(); }

DriverVersion driver(std::string_view text) {
  return parse_driver_version(text).value();
}

/// The row, or one of zeros, so that a missing row fails the comparison.
template <typename Row>
Row row_or_zeros(const Row* row) {
  return row == nullptr ? Row{} : *row;
}

GpuRow gpu(Cc cc) { return row_or_zeros(find_gpu(cc)); }
ReleaseRow release(Version cuda) { return row_or_zeros(find_release(cuda)); }
ArchRow arch_row(std::string_view text) {
  return row_or_zeros(find_arch(arch(text)));
}
FamilyRow family(std::string_view text) {
  return row_or_zeros(find_family(arch(text)));
}
MinimumDriverRow minimum(std::uint16_t major) {
  return row_or_zeros(find_minimum_driver(major));
}

TEST(PtxIsaOf, is_a_table_and_no_formula) {
  const std::vector<std::pair<Version, Version>> known = {
      {{11, 0}, {7, 0}}, {{11, 8}, {7, 8}}, {{12, 0}, {8, 0}},
      {{12, 4}, {8, 4}}, {{12, 5}, {8, 5}}, {{12, 6}, {8, 5}},
      {{12, 7}, {8, 6}}, {{12, 8}, {8, 7}}, {{12, 9}, {8, 8}},
      {{13, 0}, {9, 0}}, {{13, 1}, {9, 1}}, {{13, 5}, {9, 5}}};
  for (const auto& [cuda, isa] : known)
    EXPECT_THAT(ptx_isa_of(cuda), Optional(isa)) << to_string(cuda);
  EXPECT_EQ(ptx_isa_of({13, 6}), std::nullopt);
  EXPECT_EQ(ptx_isa_of({11, 9}), std::nullopt);
}

TEST(PtxIsaExists, tells_gaps_from_what_is_newer_than_the_tables) {
  for (Version real : {Version{1, 0}, Version{3, 2}, Version{5, 1},
                       Version{6, 0}, Version{8, 8}, Version{9, 5}})
    EXPECT_THAT(ptx_isa_exists(real), Optional(true)) << to_string(real);
  for (Version gap : {Version{0, 9}, Version{5, 2}, Version{6, 6},
                      Version{7, 9}, Version{8, 9}})
    EXPECT_THAT(ptx_isa_exists(gap), Optional(false)) << to_string(gap);
  EXPECT_EQ(ptx_isa_exists({9, 6}), std::nullopt);
  EXPECT_EQ(ptx_isa_exists({10, 0}), std::nullopt);
}

TEST(CudaOfPtxIsa, is_the_oldest_release_that_reads_it) {
  EXPECT_THAT(cuda_of_ptx_isa({8, 5}), Optional(Version{12, 5}));
  EXPECT_THAT(cuda_of_ptx_isa({8, 6}), Optional(Version{12, 7}));
  EXPECT_THAT(cuda_of_ptx_isa({9, 0}), Optional(Version{13, 0}));
  EXPECT_THAT(cuda_of_ptx_isa({4, 3}), Optional(Version{9, 0}));
  EXPECT_EQ(cuda_of_ptx_isa({8, 9}), std::nullopt);
  EXPECT_EQ(cuda_of_ptx_isa({9, 6}), std::nullopt);
}

TEST(Cuda127, is_a_driver_release_without_a_toolkit) {
  ASSERT_NE(find_release({12, 7}), nullptr);
  EXPECT_TRUE(release({12, 7}).archs.empty());
}

TEST(Releases, know_their_default_architecture_from_11_on) {
  EXPECT_EQ(release({11, 8}).default_arch, 52);
  EXPECT_EQ(release({12, 9}).default_arch, 52);
  EXPECT_EQ(release({13, 0}).default_arch, 75);
  EXPECT_EQ(release({13, 5}).default_arch, 75);
}

TEST(CudaOfDriver, follows_the_linux_branch) {
  const std::vector<std::pair<std::string_view, Version>> seen = {
      {"440", {10, 2}},        {"450.80.02", {11, 0}}, {"455.32", {11, 1}},
      {"460.32.03", {11, 2}},  {"465.19.01", {11, 3}}, {"470.182.03", {11, 4}},
      {"495.29.05", {11, 5}},  {"510.47.03", {11, 6}}, {"515", {11, 7}},
      {"520", {11, 8}},        {"525.60.13", {12, 0}}, {"530.30.02", {12, 1}},
      {"535.183.06", {12, 2}}, {"545.23.08", {12, 3}}, {"550.54.14", {12, 4}},
      {"555", {12, 5}},        {"560.35.03", {12, 6}}, {"565.57.01", {12, 7}},
      {"570.211.01", {12, 8}}, {"575", {12, 9}},       {"580.65.06", {13, 0}},
      {"590", {13, 1}},        {"595.71.05", {13, 2}}, {"610.43.02", {13, 3}},
      {"615", {13, 4}},        {"620.70.06", {13, 5}}};
  for (const auto& [text, cuda] : seen)
    EXPECT_THAT(cuda_of_driver(driver(text), Os::linux_x86_64), Optional(cuda))
        << text;
}

TEST(CudaOfDriver, does_not_guess_for_other_linux_numbers) {
  for (std::string_view text : {"540", "540.4.0", "35.3.1", "36.4.0", "581.80",
                                "551.78", "621.01", "700"})
    EXPECT_EQ(cuda_of_driver(driver(text), Os::linux_aarch64), std::nullopt)
        << text;
}

TEST(CudaOfDriver, has_numbers_of_its_own_on_windows) {
  const std::vector<std::pair<std::string_view, Version>> seen = {
      {"551.78", {12, 4}}, {"546.12", {12, 3}}, {"528.33", {12, 0}},
      {"526.47", {12, 0}}, {"473.47", {11, 4}}, {"566.36", {12, 7}},
      {"572.16", {12, 8}}, {"581.80", {13, 0}}, {"591.86", {13, 1}},
      {"596.49", {13, 2}}, {"610.47", {13, 3}}, {"617.14", {13, 4}},
      {"551", {12, 4}},    {"537.13", {12, 2}}};
  for (const auto& [text, cuda] : seen) {
    EXPECT_THAT(cuda_of_driver(driver(text), Os::windows_x86_64),
                Optional(cuda))
        << text;
    EXPECT_THAT(cuda_of_driver(driver(text), Os::wsl), Optional(cuda)) << text;
  }
}

TEST(CudaOfDriver, does_not_guess_between_and_after_windows_rows) {
  for (std::string_view text :
       {"384.76", "525.60.13", "548.00", "551.22", "590.48.01", "618.00"})
    EXPECT_EQ(cuda_of_driver(driver(text), Os::windows_x86_64), std::nullopt)
        << text;
}

TEST(DriverOfCuda, is_the_first_published_for_the_release) {
  const auto on = [](Version cuda, Os os) {
    const auto found = driver_of_cuda(cuda, os);
    return found ? to_string(*found) : "none";
  };
  EXPECT_EQ(on({12, 4}, Os::linux_x86_64), "550.54.14");
  EXPECT_EQ(on({12, 4}, Os::linux_aarch64), "550.54.14");
  EXPECT_EQ(on({12, 4}, Os::windows_x86_64), "551.61");
  EXPECT_EQ(on({11, 0}, Os::linux_x86_64), "450.51.05");
  EXPECT_EQ(on({13, 0}, Os::linux_x86_64), "580.65.06");
  EXPECT_EQ(on({13, 0}, Os::wsl), "580.88");
  EXPECT_EQ(on({13, 4}, Os::linux_x86_64), "615");
  EXPECT_EQ(on({13, 5}, Os::linux_x86_64), "620");
  EXPECT_EQ(on({13, 5}, Os::windows_x86_64), "none");
  EXPECT_EQ(on({12, 7}, Os::linux_x86_64), "565");
  EXPECT_EQ(on({13, 6}, Os::linux_x86_64), "none");
}

TEST(DriverOfCuda, is_read_back_as_that_release) {
  for (const ReleaseRow& row : release_table())
    for (Os os : {Os::linux_x86_64, Os::windows_x86_64})
      if (const auto found = driver_of_cuda(row.cuda, os)) {
        EXPECT_THAT(cuda_of_driver(*found, os), Optional(row.cuda))
            << to_string(*found);
      }
}

TEST(MinimumDriver, is_known_for_11_to_13) {
  EXPECT_EQ(to_string(minimum(11).linux_), "450.80.02");
  EXPECT_EQ(to_string(minimum(12).linux_), "525.60.13");
  EXPECT_EQ(to_string(minimum(12).windows), "528.33");
  EXPECT_EQ(to_string(minimum(13).linux_), "580.65.06");
  EXPECT_EQ(minimum(13).windows.parts, 0);
  EXPECT_EQ(find_minimum_driver(10), nullptr);
  EXPECT_EQ(find_minimum_driver(14), nullptr);
}

TEST(Tegra, is_outside_binary_compatibility) {
  std::vector<Cc> tegra;
  for (const GpuRow& row : gpu_table())
    if (is_tegra(row.cc)) tegra.push_back(row.cc);
  EXPECT_THAT(tegra, ElementsAre(32, 53, 62, 72, 87, 88, 101, 110));
  EXPECT_FALSE(is_tegra(86));
  EXPECT_FALSE(is_tegra(121));
  EXPECT_FALSE(is_tegra(999));
}

TEST(Gpus, leave_the_driver_with_their_last_branch) {
  EXPECT_EQ(gpu(35).last_branch, 470);
  EXPECT_EQ(gpu(60).last_branch, 580);
  EXPECT_EQ(gpu(70).last_branch, 580);
  EXPECT_EQ(gpu(75).last_branch, 0);
}

TEST(Gpus, have_a_first_branch_that_is_confirmed_or_marked) {
  EXPECT_EQ(gpu(120).first_branch, 570);
  EXPECT_TRUE(gpu(120).first_confirmed);
  EXPECT_EQ(gpu(103).first_branch, 575);
  EXPECT_FALSE(gpu(103).first_confirmed);
  EXPECT_EQ(gpu(107).first_branch, 615);
  EXPECT_FALSE(gpu(121).first_confirmed);
  EXPECT_EQ(find_gpu(130), nullptr);
}

TEST(Families, reach_later_gpus_of_the_same_family_only) {
  EXPECT_THAT(family("100f").members, ElementsAre(100, 103, 107));
  EXPECT_THAT(family("103f").members, ElementsAre(103, 107));
  EXPECT_THAT(family("120f").members, ElementsAre(120, 121));
  EXPECT_THAT(family("101f").members, ElementsAre(110));
  EXPECT_EQ(find_family(arch("100a")), nullptr);
  EXPECT_EQ(find_family(arch("90f")), nullptr);
}

TEST(CanonicalNumber, is_the_new_name_of_a_renamed_chip) {
  EXPECT_EQ(canonical_number(101), 110);
  EXPECT_EQ(canonical_number(110), 110);
  EXPECT_EQ(canonical_number(90), 90);
}

TEST(FindArch, keeps_suffixes_apart) {
  EXPECT_EQ(arch_row("90").min_ptx, (Version{7, 8}));
  EXPECT_EQ(arch_row("90a").min_ptx, (Version{8, 0}));
  EXPECT_EQ(arch_row("120f").min_ptx, (Version{8, 8}));
  EXPECT_EQ(find_arch(arch("90f")), nullptr);
  EXPECT_EQ(arch_row("101").last_toolkit, (Version{12, 9}));
}

TEST(ToolkitEmits, knows_what_13_dropped_and_12_does_not_have) {
  const ReleaseRow v12 = release({12, 4});
  const ReleaseRow v13 = release({13, 0});
  EXPECT_TRUE(toolkit_emits(v12, arch("70")));
  EXPECT_FALSE(toolkit_emits(v13, arch("70")));
  EXPECT_FALSE(toolkit_emits(v12, arch("100")));
  EXPECT_TRUE(toolkit_emits(v13, arch("110f")));
  EXPECT_FALSE(toolkit_emits(v13, arch("101")));
}

TEST(NewestRelease, is_the_last_row) {
  EXPECT_EQ(newest_release(), (Version{13, 5}));
}

}  // namespace
}  // namespace cudacompat
