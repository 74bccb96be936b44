// SPDX-License-Identifier: Apache-2.0
#include "base/model/arch_list.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

/// "80>80,86+ptx 90>+ptx": PTX of the left, SASS of the right.
std::string read(std::string_view text, ArchDialect dialect) {
  const auto requests = parse_arch_list(text, dialect);
  if (!requests) return "error: " + requests.error().message;
  std::string out;
  for (const ArchRequest& request : *requests) {
    if (!out.empty()) out += ' ';
    out += to_string(request.virtual_arch) + ">";
    for (std::size_t i = 0; i < request.sass.size(); ++i) {
      out += (i > 0 ? "," : "") + to_string(request.sass[i]);
    }
    if (request.ptx) out += "+ptx";
  }
  return out;
}

constexpr std::string_view kFailedQuery =
    " is not an architecture but looks like the output of a failed GPU query; "
    "write the architectures instead of asking the machine that builds";

using Cases = std::vector<Row>;

void expect_each(const Cases& cases, ArchDialect dialect) {
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(read(text, dialect), expected) << text;
  }
}

/// As expect_each for errors, with what follows "error: TEXT".
void expect_errors(const Cases& cases, ArchDialect dialect) {
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(read(text, dialect), "error: " + std::string(expected)) << text;
  }
}

TEST(CmakeArchs, AreSassPtxOrBoth) {
  expect_each({Row("75-real;80;90a-virtual", "75>75 80>80+ptx 90a>+ptx"),
               Row("100f;120f-real", "100f>100f+ptx 120f>120f"),
               Row("80;", "80>80+ptx"), Row("80;80;80-real", "80>80+ptx 80>80"),
               Row(" 121 ", "121>121+ptx")},
              ArchDialect::cmake);
}

TEST(CmakeArchs, OfAnotherSpellingGetADidYouMean) {
  const Cases kMeant = {Row("86,87", "86;87"),
                        Row("86 87", "86;87"),
                        Row("sm_86", "86"),
                        Row("8.6;9.0", "86;90"),
                        Row("80_real", "80-real"),
                        Row("compute_90a", "90a"),
                        Row("90_virtual", "90-virtual")};
  for (const auto& [text, meant] : kMeant) {
    const std::string entry(text.substr(0, text.find(';')));
    EXPECT_EQ(read(text, ArchDialect::cmake),
              fmt::format("error: \"{}\" is not an architecture; did you mean "
                          "\"{}\"?",
                          entry, meant));
  }
  expect_errors(
      {Row("50-real/10",
           "\"50-real/10\" is not an architecture; write architectures "
           "between semicolons, as in 75-real;80;90a-virtual"),
       Row("80-Real",
           "\"80-Real\" is not an architecture; write architectures "
           "between semicolons, as in 75-real;80;90a-virtual"),
       Row("", "the architecture list is empty"),
       Row(" \n", "the architecture list is empty")},
      ArchDialect::cmake);
}

TEST(CmakeArchs, ThatAreWordsAreExplained) {
  expect_errors(
      {Row("native",
           "\"native\" is not a list of architectures: it builds for the GPUs "
           "of "
           "the machine that compiles, whatever machines the program is for; "
           "write them out"),
       Row("OFF",
           "\"OFF\" is not a list of architectures: it makes CMake pass no "
           "architecture, so that CMAKE_CUDA_FLAGS decide, or else the "
           "toolkit's "
           "default; write them out"),
       Row("FALSE",
           "\"FALSE\" is not a list of architectures: it makes CMake pass no "
           "architecture, so that CMAKE_CUDA_FLAGS decide, or else the "
           "toolkit's "
           "default; write them out"),
       Row("all",
           "\"all\" is not a list of architectures: it makes nvcc build SASS "
           "for "
           "every architecture that it knows and PTX for the newest, so what "
           "is "
           "built changes with the toolkit; write them out"),
       Row("all-major",
           "\"all-major\" is not a list of architectures: it makes nvcc build "
           "SASS for each major architecture that it knows and PTX for the "
           "newest, so what is built changes with the toolkit; write them "
           "out")},
      ArchDialect::cmake);
}

TEST(Archs, ThatAreTheOutputOfAFailedQueryAreCalledSo) {
  for (const std::string_view text :
       {"No CUDA Devices found.-real", "No CUDA devices found.", "None",
        "NVIDIA-SMI has failed because it couldn't communicate",
        "Failed to initialize NVML: Driver/library version mismatch",
        "Field \"compute_cap\" is not a valid field to query.", "[N/A]", "sm_",
        "compute_"}) {
    for (const ArchDialect dialect :
         {ArchDialect::cmake, ArchDialect::torch, ArchDialect::bazel,
          ArchDialect::pep817, ArchDialect::xla}) {
      const std::string message = read(text, dialect);
      EXPECT_NE(message.find(kFailedQuery), std::string::npos) << message;
    }
  }
}

TEST(NvccArchs, FollowTheOptions) {
  expect_each({Row("-gencode arch=compute_80,code=[sm_80,compute_80] "
                   "-gencode=arch=compute_90,code=sm_90",
                   "80>80+ptx 90>90"),
               Row("--generate-code=arch=compute_80,code=[sm_80] "
                   "--generate-code arch=compute_90,code=[compute_90,sm_90]",
                   "80>80 90>90+ptx"),
               Row("-gencode code=sm_80,arch=compute_80", "80>80"),
               Row("-arch=sm_90", "90>90+ptx"), Row("-arch sm_90", "90>90+ptx"),
               Row("--gpu-architecture=sm_90", "90>90+ptx"),
               Row("sm_90a", "90a>90a+ptx"), Row("compute_90", "90>+ptx"),
               Row("-arch=compute_90", "90>+ptx"),
               Row("-arch=compute_80 -code=sm_80,sm_86", "80>80,86"),
               Row("-arch=compute_80 -code=sm_80 -code=sm_86", "80>80,86"),
               Row("-arch=compute_80 -code=compute_80,sm_86", "80>86+ptx"),
               Row("--gpu-architecture compute_80 --gpu-code sm_80", "80>80"),
               Row("-arch=sm_80 -arch=sm_90", "90>90+ptx"),
               Row("-arch=sm_90 -gencode arch=compute_80,code=sm_80",
                   "90>90+ptx 80>80"),
               Row("-gencode arch=compute_80,code=sm_86", "80>86"),
               Row("-gencode arch=compute_90,code=sm_90a", "90>90a"),
               Row("-gencode arch=compute_100f,code=sm_103", "100f>103f"),
               Row("-gencode arch=compute_120f,code=[sm_121,compute_120f]",
                   "120f>121f+ptx")},
              ArchDialect::nvcc);
}

TEST(NvccArchs, MayBeQuotedAsShellsAndBuildLogsDo) {
  expect_each(
      {Row(R"(-gencode arch=compute_80,code="sm_80,compute_80")", "80>80+ptx"),
       Row(R"(-gencode "arch=compute_80,code=[sm_80,compute_80]")",
           "80>80+ptx"),
       Row("-gencode arch=compute_80,code='sm_80,compute_80'", "80>80+ptx"),
       Row(R"(-gencode=arch=compute_30,code=\"sm_30,compute_30\")",
           "30>30+ptx"),
       Row("-gencode;arch=compute_80,code=sm_80", "80>80")},
      ArchDialect::nvcc);
}

TEST(NvccArchs, AreNotLookedForInOtherOptions) {
  expect_each(
      {Row("-O2 -std=c++17 -arch=sm_80 -Werror all-warnings", "80>80+ptx"),
       Row("-Xcompiler -arch=sm_50 -arch=sm_80", "80>80+ptx"),
       Row(R"(--compiler-options "-march=native -O2 -pipe" -arch=sm_80)",
           "80>80+ptx"),
       Row("-Xcompiler=-march=native,-arch=sm_50 -arch=sm_80", "80>80+ptx"),
       Row("-o -arch=sm_50 -arch=sm_80", "80>80+ptx")},
      ArchDialect::nvcc);
  expect_errors({Row("-march=haswell -O2",
                     "\"-march=haswell -O2\" names no architecture; nvcc would "
                     "build for its default, which changes with the toolkit")},
                ArchDialect::nvcc);
}

TEST(NvccArchs, ThatNvccWouldRefuseAreRefused) {
  expect_errors(
      {Row("-gencode arch=compute_90,code=sm_80",
           "nvcc cannot make \"sm_80\" from \"compute_90\""),
       Row("-gencode arch=compute_90a,code=sm_90",
           "nvcc cannot make \"sm_90\" from \"compute_90a\""),
       Row("-gencode arch=compute_100f,code=sm_120f",
           "nvcc cannot make \"sm_120f\" from \"compute_100f\""),
       Row("-gencode arch=compute_80,code=compute_86",
           "nvcc cannot make \"compute_86\" from \"compute_80\""),
       Row("-arch=sm_80 -code=sm_80",
           "\"sm_80\" beside a code list is refused by nvcc; write compute_80"),
       Row("-code=sm_80",
           "-code without -arch is refused by nvcc; write -gencode "
           "arch=compute_NN,code=..."),
       Row("-gencode arch=compute_80",
           "-gencode \"arch=compute_80\" names no code; write "
           "arch=compute_NN,code=[...]"),
       Row("-gencode sm_80",
           "-gencode \"sm_80\" names no arch; write "
           "arch=compute_NN,code=[...]"),
       Row("-arch=80",
           "\"80\" is not an architecture; did you mean \"sm_80\"?"),
       Row("-arch=[sm_61]",
           "\"[sm_61]\" is not an architecture; did you mean \"sm_61\"?"),
       Row("-arch=sm_80,sm_90",
           "\"sm_80,sm_90\" is not an architecture; write sm_90 for SASS or "
           "compute_90 for PTX"),
       Row("-gencode arch=compute_80,code=lto_80",
           "\"lto_80\" asks for LTO-IR, which becomes code at the device link "
           "only; judge the linked product"),
       Row("-arch=native",
           "\"native\" is not a list of architectures: it builds for the GPUs "
           "of "
           "the machine that compiles, whatever machines the program is for; "
           "write them out")},
      ArchDialect::nvcc);
}

TEST(NvccArchs, MadeOfAFailedQueryAreCalledSo) {
  const Cases kCases = {
      Row("-gencode=arch=compute_No CUDA Devices found.,code=sm_No CUDA "
          "Devices "
          "found.",
          "\"compute_No\""),
      Row("-arch=sm_Failed", "\"sm_Failed\""),
      Row("-gencode arch=compute_N,code=[sm_N,compute_N] -gencode "
          "arch=compute_o,code=[sm_o,compute_o]",
          "\"compute_N\""),
      Row("-gencode=arch=compute_,code=sm_", "\"compute_\""),
      Row("-gencode arch=compute_80,code=", "\"\""),
      Row("-arch=", "\"\""),
      Row("-arch", "\"\""),
  };
  for (const auto& [text, entry] : kCases) {
    EXPECT_EQ(read(text, ArchDialect::nvcc),
              fmt::format("error: {}{}", entry, kFailedQuery));
  }
}

TEST(TorchArchs, AreComputeCapabilities) {
  expect_each(
      {Row("5.2 6.0 6.1 7.0 7.5 8.0 8.6 9.0+PTX",
           "52>52 60>60 61>61 70>70 75>75 80>80 86>86 90>90+ptx"),
       Row("8.0;8.6+PTX", "80>80 86>86+ptx"), Row("8.0; 8.6", "80>80 86>86"),
       Row("12.1", "121>121"), Row("9.0a;10.0f+PTX", "90a>90a 100f>100f+ptx")},
      ArchDialect::torch);
}

TEST(TorchArchs, HaveNames) {
  expect_each(
      {Row("Maxwell;Volta;Kepler", "50>50 52>52+ptx 70>70+ptx 35>35+ptx"),
       Row("Volta+Tegra Ampere", "72>72 80>80 86>86+ptx")},
      ArchDialect::torch);
  expect_errors(
      {Row("Volta+PTX",
           "\"Volta+PTX\" is not an architecture; did you mean \"Volta\"?"),
       Row("Blackwell",
           "\"Blackwell\" is not an architecture: releases of torch differ on "
           "it: 10.0;12.0+PTX, later 10.0;10.3;12.0;12.1+PTX; write compute "
           "capabilities, as in 8.0;9.0a+PTX"),
       Row("All",
           "\"All\" is not an architecture: it builds for what that release of "
           "torch knows; write compute capabilities, as in 8.0;9.0a+PTX")},
      ArchDialect::torch);
}

TEST(TorchArchs, OfAnotherSpellingGetADidYouMean) {
  expect_errors(
      {Row("8",
           "\"8\" is not an architecture; did you mean \"8.0\"? (quote it in "
           "YAML, which turns 8.0 into 8)"),
       Row("12",
           "\"12\" is not an architecture; did you mean \"12.0\"? (quote it in "
           "YAML, which turns 8.0 into 8)"),
       Row("80;86", "\"80\" is not an architecture; did you mean \"8.0;8.6\"?"),
       Row("sm_90a",
           "\"sm_90a\" is not an architecture; did you mean \"9.0a\"?"),
       Row("8.0,8.6",
           "\"8.0,8.6\" is not an architecture; did you mean \"8.0;8.6\"?"),
       Row("9.0a10.0",
           "\"9.0a10.0\" is not an architecture; write compute capabilities, "
           "as "
           "in 8.0;9.0a+PTX")},
      ArchDialect::torch);
}

// jax-ml/jax#38155, microsoft/onnxruntime#27278, pytorch/pytorch#113948: each
// project spells its list in its own way, which is never guessed.
TEST(Archs, AreReadInTheDialectThatIsNamed) {
  const auto named = [](std::string_view text) {
    const auto list = parse_named_arch_list(text);
    return list ? *list : std::vector<ArchRequest>{};
  };
  const auto in = [](std::string_view text, ArchDialect dialect) {
    return *parse_arch_list(text, dialect);
  };
  EXPECT_EQ(named("80-real;90"), in("80-real;90", ArchDialect::cmake));
  EXPECT_EQ(named("cmake:75;80;87;90"), in("75;80;87;90", ArchDialect::cmake));
  EXPECT_EQ(named("torch:8.0;8.6+PTX"), in("8.0;8.6+PTX", ArchDialect::torch));
  EXPECT_EQ(named("torch:8.0;8.6+PTX"), in("80-real;86", ArchDialect::cmake));
  EXPECT_EQ(named("nvcc:-arch=sm_90"), in("sm_90", ArchDialect::nvcc));
  EXPECT_EQ(named("xla:sm_50,compute_120"),
            in("50-real;120", ArchDialect::cmake));
  EXPECT_EQ(named("bazel:compute_80:sm_80,sm_86"),
            in("compute_80:sm_80,sm_86", ArchDialect::bazel));
  EXPECT_EQ(named("pep817:90_real"), in("90-real", ArchDialect::cmake));
  for (const char* other :
       {"8.0;8.6+PTX", "Torch:8.0", "torch:", "make:80", "torch:80"}) {
    EXPECT_FALSE(parse_named_arch_list(other)) << other;
  }
}

TEST(BazelArchs, AreSpecsOfRulesCuda) {
  expect_each(
      {Row("compute_80:sm_80,sm_86;compute_90:compute_90", "80>80,86 90>+ptx"),
       Row("sm_80,sm_86", "80>80,86"),
       Row("compute_80:compute_80,sm_80", "80>80+ptx"),
       Row("compute_80", "80>+ptx")},
      ArchDialect::bazel);
  expect_errors(
      {Row("sm_80:sm_80",
           "\"sm_80\" is not an architecture; write "
           "compute_80:sm_80,sm_86;compute_90:compute_90"),
       Row("compute_80:",
           "\"compute_80:\" is not an architecture; write "
           "compute_80:sm_80,sm_86;compute_90:compute_90"),
       Row("compute_80:sm_80,compute_90",
           "\"compute_80:sm_80,compute_90\" asks for PTX of another "
           "architecture "
           "than compute_80, which nvcc refuses; give it a spec of its own"),
       Row("80;90", "\"80\" is not an architecture; did you mean \"sm_80\"?")},
      ArchDialect::bazel);
}

TEST(XlaArchs, AreSassAndForComputePtxToo) {
  expect_each({Row("sm_50,sm_60,compute_120", "50>50 60>60 120>120+ptx"),
               Row("8.0,sm_90a", "80>80+ptx 90a>90a")},
              ArchDialect::xla);
  expect_errors(
      {Row("80,90",
           "\"80\" is not an architecture; did you mean \"sm_80,sm_90\"?")},
      ArchDialect::xla);
}

TEST(Pep817Archs, SayRealOrVirtual) {
  expect_each(
      {Row("90_real", "90>90"), Row("80_real,90_virtual", "80>80 90>+ptx")},
      ArchDialect::pep817);
  expect_errors(
      {Row("90", "\"90\" is not an architecture; did you mean \"90_real\"?"),
       Row("90-real",
           "\"90-real\" is not an architecture; did you mean \"90_real\"?")},
      ArchDialect::pep817);
}

TEST(Archs, OfHostileTextAreRefusedBriefly) {
  for (const ArchDialect dialect :
       {ArchDialect::cmake, ArchDialect::nvcc, ArchDialect::torch,
        ArchDialect::bazel, ArchDialect::pep817, ArchDialect::xla}) {
    for (const std::string& text :
         {std::string(";;,: ;"), std::string("\x1b[2J"), std::string("'\"\\"),
          std::string(60'000, 'x'), std::string(60'000, '"'),
          std::string(70'000, '8'), std::string("1"), std::string("1234"),
          std::string("-1"), std::string("compute_:sm_:"), std::string("+PTX"),
          std::string("-real")}) {
      const auto requests = parse_arch_list(text, dialect);
      ASSERT_FALSE(requests) << text;
      EXPECT_LT(requests.error().message.size(), 400u);
      EXPECT_EQ(requests.error().message.find('\x1b'), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace cudacompat
