// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/driver_choice.h"

#include <gtest/gtest.h>

#include "support/shapes.h"

namespace cudacompat {
namespace {

using testing::machine;
using testing::shape;

struct Row {
  const char* images;
  const char* target;
  Outcome outcome;
  Reason reason;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.images << " on " << row.target;
}

class Choices : public ::testing::TestWithParam<Row> {};

TEST_P(Choices, AsTheRulesSay) {
  const Row& row = GetParam();
  const Choice choice = driver_choice(shape(row.images), machine(row.target));
  EXPECT_EQ(to_string(choice.outcome), to_string(row.outcome));
  EXPECT_EQ(choice.reason, row.reason);
}

// Public reports, by the number they have in their trackers.
INSTANTIATE_TEST_SUITE_P(
    Reports, Choices,
    ::testing::Values(
        // Forest-Neurotech/mach#62: 75 only, toolkit 12.3.
        Row{"sm_75@12.3 ptx_75@8.3", "7.5@525.60.13", Outcome::loads,
            Reason::sass_exact},
        Row{"sm_75@12.3 ptx_75@8.3", "8.9@535", Outcome::fails_222,
            Reason::ptx_isa_too_new},
        Row{"sm_75@12.3 ptx_75@8.3", "12.0@580", Outcome::loads_jit,
            Reason::ptx_jit},
        Row{"sm_75@12.3 ptx_75@8.3", "8.9@545", Outcome::loads_jit,
            Reason::ptx_jit},
        // amnsbr/cubnm#28: CUDA 11.8 on driver 460.80.
        Row{"sm_70@11.8 ptx_80@7.8", "8.6@460.80", Outcome::fails_222,
            Reason::ptx_isa_too_new},
        Row{"sm_70@11.8 sm_86@11.8 ptx_80@7.8", "8.6@460.80", Outcome::loads,
            Reason::sass_exact},
        // cupy/cupy#6875: PTX only from 11.7, drivers of 11.4; Tegra by cuda.
        Row{"ptx_50@7.7", "5.2@470.82.01", Outcome::fails_222,
            Reason::ptx_isa_too_new},
        Row{"ptx_50@7.7", "7.2@cuda11.4", Outcome::fails_222,
            Reason::ptx_isa_too_new},
        // jax-ml/jax#40487: measured on Orin.
        Row{"sm_80@12.6", "8.7@cuda12.6", Outcome::fails_209,
            Reason::tegra_same_major},
        Row{"sm_87@12.6", "8.7@cuda12.6", Outcome::loads, Reason::sass_exact},
        Row{"ptx_80@8.5", "8.7@cuda12.6", Outcome::loads_jit, Reason::ptx_jit},
        Row{"sm_87@12.6", "8.9@560.28.03", Outcome::fails_209,
            Reason::tegra_same_major},
        // deepspeedai/DeepSpeed#578: two units, 80 and 90 only.
        Row{"sm_80@13.0 ptx_80@9.0", "9.0@580", Outcome::loads_jit,
            Reason::ptx_jit},
        Row{"sm_90@13.0 ptx_90@9.0", "8.0@580", Outcome::fails_209,
            Reason::ptx_target_too_new},
        // pytorch/pytorch#172629, vllm-project/vllm#56548, GB300 and GB10.
        Row{"sm_120@13.0", "12.1@580", Outcome::loads, Reason::sass_same_major},
        Row{"sm_100a@12.9", "10.3@cuda12.9", Outcome::fails_209,
            Reason::exact_other},
        Row{"sm_100@13.0", "10.3@580", Outcome::loads, Reason::sass_same_major},
        Row{"sm_100f@13.0", "10.3@580", Outcome::loads, Reason::sass_family},
        Row{"sm_120a@13.0", "12.1@580", Outcome::fails_209,
            Reason::exact_other},
        // pytorch/pytorch#150733: list ends at 9.0, without and with PTX.
        Row{"sm_50@12.4 sm_80@12.4 sm_90@12.4", "12.0@570.26",
            Outcome::fails_209, Reason::no_code},
        Row{"sm_37@11.8 sm_90@11.8 ptx_37@7.8", "12.0@570.26",
            Outcome::loads_jit, Reason::ptx_jit},
        // ollama/ollama#16449: --compress-mode=size on driver 535.
        Row{"sm_70@12.8+zstd", "7.0@535.288.01", Outcome::fails_200,
            Reason::zstd_too_new},
        Row{"sm_70@12.8+zstd", "7.0@550.54.14", Outcome::loads,
            Reason::sass_exact},
        Row{"sm_70@12.8+lz4", "7.0@535.288.01", Outcome::loads,
            Reason::sass_exact},
        // JuliaGPU/CUDA.jl#2361: 12.x SASS on an 11.x driver.
        Row{"sm_80@12.2", "8.0@470.57.02", Outcome::fails_200,
            Reason::cubin_major_too_new},
        Row{"sm_80@11.8", "8.0@450.80.02", Outcome::loads, Reason::sass_exact},
        // CUDA 13 on 535.
        Row{"sm_80@13.0 ptx_80@9.0+zstd", "8.0@535.183.06", Outcome::fails_200,
            Reason::cubin_major_too_new},
        // NVIDIA/nvbandwidth#61: 13.2 PTX on driver 580.
        Row{"sm_80@13.2 ptx_80@9.2", "9.0@580.65.06", Outcome::fails_222,
            Reason::ptx_isa_too_new},
        // A valid SASS beside too new PTX: minor version compatibility.
        Row{"sm_89@12.8 ptx_89@8.7", "8.9@535.54.03", Outcome::loads,
            Reason::sass_exact},
        Row{"sm_80@12.8 ptx_80@8.7", "8.9@535.54.03", Outcome::loads,
            Reason::sass_same_major},
        // JuliaGPU/CUDA.jl#3023: P100 and V100.
        Row{"sm_60@12.9", "6.0@595.71.05", Outcome::fails_100, Reason::blocked},
        Row{"sm_70@12.9", "7.0@580.126.09", Outcome::loads, Reason::sass_exact},
        // ctranslate2 4.8.5.
        Row{"sm_80@12.8 sm_86@12.8 ptx_86@8.7", "9.0@535.183.06",
            Outcome::fails_222, Reason::ptx_isa_too_new}));

INSTANTIATE_TEST_SUITE_P(
    Suffixes, Choices,
    ::testing::Values(
        Row{"sm_90a@12.8", "9.0@580", Outcome::loads, Reason::sass_exact},
        Row{"ptx_90a@8.7", "9.0@580", Outcome::loads_jit, Reason::ptx_jit},
        Row{"ptx_90a@8.7", "10.0@580", Outcome::fails_209, Reason::exact_other},
        Row{"ptx_90@8.7", "10.0@580", Outcome::loads_jit, Reason::ptx_jit},
        Row{"ptx_100f@9.0", "10.3@580", Outcome::loads_jit, Reason::ptx_jit},
        Row{"ptx_100f@9.0", "12.0@580", Outcome::fails_209,
            Reason::family_other},
        Row{"ptx_103f@9.0", "10.0@580", Outcome::fails_209,
            Reason::family_other},
        Row{"sm_120f@13.0", "12.1@580", Outcome::loads, Reason::sass_family},
        Row{"sm_121f@13.0", "12.0@580", Outcome::fails_209,
            Reason::family_other},
        Row{"sm_86@12.8", "8.0@580", Outcome::fails_209, Reason::no_code},
        Row{"sm_90@12.8", "10.0@580", Outcome::fails_209, Reason::no_code},
        // Thor: 101 became 110.
        Row{"ptx_101@8.8", "11.0@cuda13.0", Outcome::loads_jit,
            Reason::ptx_jit},
        Row{"sm_101@12.9", "11.0@cuda13.0", Outcome::unknown,
            Reason::doubt_newer},
        Row{"sm_101@12.9", "10.1@cuda12.9", Outcome::loads, Reason::sass_exact},
        Row{"sm_110@13.0", "11.0@cuda13.0", Outcome::loads,
            Reason::sass_exact}));

INSTANTIATE_TEST_SUITE_P(
    Doubts, Choices,
    ::testing::Values(
        Row{"sm_90@12.8 ptx_90@8.7+zstd", "9.0@535", Outcome::unknown,
            Reason::doubt_zstd_beside},
        Row{"sm_90@13.5+concat", "9.0@580", Outcome::unknown,
            Reason::doubt_concat},
        Row{"sm_90@13.5+concat", "9.0@620", Outcome::loads, Reason::sass_exact},
        Row{"tile_100", "10.0@580", Outcome::unknown, Reason::doubt_tile},
        Row{"kind99", "9.0@580", Outcome::unknown, Reason::doubt_kind},
        Row{"sm_90@13.0+codec?", "9.0@580", Outcome::unknown,
            Reason::doubt_kind},
        Row{"ptx_80@8.9", "9.0@580", Outcome::fails_222,
            Reason::ptx_isa_not_real},
        Row{"ptx_90@7.0", "9.0@580", Outcome::fails_218,
            Reason::ptx_isa_below_target},
        // libnvJitLink 13.0 takes sm_88 under 8.8, later ones do not; 12.8
        // takes sm_100f under 8.7, on 12.0 too.
        Row{"ptx_88@8.8", "8.8@cuda13.0", Outcome::unknown,
            Reason::doubt_newer},
        Row{"ptx_88@8.8", "8.8@cuda13.1", Outcome::fails_218,
            Reason::ptx_isa_below_target},
        Row{"ptx_100f@8.7", "10.0@cuda12.8", Outcome::unknown,
            Reason::doubt_newer},
        Row{"ptx_100f@8.7", "12.0@cuda12.8", Outcome::unknown,
            Reason::doubt_newer},
        Row{"ptx_100f@8.7", "12.0@cuda13.0", Outcome::fails_209,
            Reason::family_other},
        Row{"ptx_100f@8.7", "9.0@cuda12.4", Outcome::fails_209,
            Reason::family_other},
        Row{"ptx_100f@8.6", "10.0@cuda12.8", Outcome::fails_218,
            Reason::ptx_isa_below_target},
        Row{"sm_190@14.0", "19.0@580", Outcome::unknown, Reason::blocked},
        Row{"sm_90f@14.0", "9.0@580", Outcome::unknown, Reason::doubt_newer},
        Row{"sm_80@13.0 ptx_80@9.0", "9.0@650", Outcome::unknown,
            Reason::doubt_ptx_ceiling},
        Row{"sm_90@13.0", "9.0@650", Outcome::unknown, Reason::doubt_driver},
        Row{"ptx_50@6.0 ptx_80@9.5", "9.0@580", Outcome::unknown,
            Reason::doubt_several},
        Row{"empty_90@13.0 sm_80@13.0", "9.0@580", Outcome::unknown,
            Reason::doubt_empty_choice},
        Row{"sm_100@13.0+notoolkit", "10.0@570.26", Outcome::unknown,
            Reason::doubt_toolkit},
        Row{"sm_80@12.8+notoolkit", "8.0@525.60.13", Outcome::loads,
            Reason::sass_exact},
        Row{"sm_80@13.0+notoolkit", "8.0@570.26", Outcome::fails_200,
            Reason::cubin_major_too_new},
        Row{"sm_90a@12.2 sm_90@13.0", "9.0@cuda12.8", Outcome::unknown,
            Reason::doubt_several},
        Row{"lto_90", "9.0@580", Outcome::fails_209, Reason::lto_ir_only},
        Row{"sm_80@13.0", "14.0@580", Outcome::fails_209, Reason::no_code},
        Row{"ptx_80@8.0", "14.0@580", Outcome::unknown, Reason::blocked}));

TEST(DriverChoice, TheDriverApiMayPreferPtxToSassThatIsNotExact) {
  const auto bare = [](const char* images) {
    return shape(images, ContainerRole::plain, true);
  };
  const Choice doubt =
      driver_choice(bare("sm_80@12.8 ptx_80@8.7"), machine("8.6@535"));
  EXPECT_EQ(doubt.outcome, Outcome::unknown);
  EXPECT_EQ(doubt.reason, Reason::doubt_prefer_ptx);
  // Either way it loads, or the SASS is exact: no doubt that matters.
  EXPECT_EQ(
      driver_choice(bare("sm_80@12.2 ptx_80@8.2"), machine("8.6@535")).outcome,
      Outcome::loads);
  EXPECT_EQ(
      driver_choice(bare("sm_86@12.8 ptx_80@8.7"), machine("8.6@535")).outcome,
      Outcome::loads);
}

TEST(DriverChoice, PicksTheHighestCompatibleSass) {
  const ContainerShape both = shape("sm_80@12.8 sm_86@12.8 ptx_86@8.7");
  EXPECT_EQ(driver_choice(both, machine("8.9@580")).image, 1u);
  EXPECT_EQ(driver_choice(both, machine("8.0@580")).image, 0u);
  EXPECT_EQ(driver_choice(both, machine("9.0@580")).image, 2u);
  const ContainerShape hopper = shape("sm_90@12.8 sm_90a@12.8 ptx_90a@8.7");
  EXPECT_EQ(driver_choice(hopper, machine("9.0@580")).image, 1u);
}

TEST(DriverChoice, LtoIrOfAnObjectIsLeftToItsLink) {
  const ContainerShape object = shape("lto_80", ContainerRole::relocatable);
  EXPECT_EQ(driver_choice(object, machine("9.0@580")).reason, Reason::lto_link);
  EXPECT_EQ(driver_choice(object, machine("7.5@580")).outcome,
            Outcome::fails_209);
}

}  // namespace
}  // namespace cudacompat
