// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/requested_code.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

ArchFlags flags_of(std::string_view options) {
  std::vector<std::string> words = {"nvcc", "-c", "a.cu"};
  for (std::string& word : split_options_file(options))
    words.push_back(std::move(word));
  const std::vector<std::string_view> views(words.begin(), words.end());
  return parse_nvcc(views, "", "",
                    [](const std::string&) { return std::nullopt; })
      .arch;
}

std::string asked(std::string_view options) {
  return requested_code_text(flags_of(options), find_release({13, 0}));
}

// What each form puts in the object, measured with nvcc 13.0.88.
TEST(CodeAsked, IsWhatNvccPutsInTheObject) {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"", "sm_75 compute_75"},
      {"-arch=sm_90", "sm_90 compute_90"},
      {"-arch sm_90", "sm_90 compute_90"},
      {"--gpu-architecture=sm_90", "sm_90 compute_90"},
      {"-arch=compute_90", "compute_90"},
      {"-arch=compute_80 -code=sm_80,sm_86", "sm_80 sm_86"},
      {"-arch=compute_80 -code=compute_80,sm_86", "sm_86 compute_80"},
      {"--gpu-architecture compute_80 --gpu-code sm_80", "sm_80"},
      {"-arch=all-major", "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120 compute_120"},
      {"-arch=all",
       "sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 "
       "compute_120 sm_121"},
      {"-gencode arch=compute_80,code=sm_86", "sm_86"},
      {"-gencode arch=compute_100f,code=sm_103", "sm_103f"},
      {"-gencode arch=compute_120f,code=sm_121", "sm_121f"},
      {"-gencode arch=compute_80,code=[sm_80,compute_80] "
       "--generate-code=arch=compute_90a,code=sm_90a",
       "sm_80 compute_80 sm_90a"},
      {"-arch=all-major -gencode arch=compute_90a,code=sm_90a",
       "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120 compute_120 sm_90a"},
  };
  for (const auto& [options, expected] : table)
    EXPECT_EQ(asked(options), expected) << options;
}

TEST(CodeAsked, IsAnErrorWhereNvccRefuses) {
  for (const char* options :
       {"-gencode arch=compute_90,code=sm_80",
        "-gencode arch=compute_90,code=lto_90", "-arch=[sm_61]"})
    EXPECT_FALSE(requested_code(flags_of(options), find_release({13, 0})))
        << options;
}

TEST(CodeAsked, NeedsAToolkitForTheDefault) {
  EXPECT_FALSE(requested_code(flags_of(""), nullptr));
  EXPECT_FALSE(requested_code(flags_of("-arch=all"), nullptr));
  EXPECT_TRUE(requested_code(flags_of("-arch=sm_90"), nullptr));
  EXPECT_FALSE(requested_code(flags_of("-arch=native"), find_release({13, 0})));
}

// llama.cpp#18430, tensorrt_demos#554, torchmcubes#18.
TEST(FailedQuery, IsFoundInArchitectures) {
  for (const char* options :
       {"\"-gencode=arch=compute_No CUDA Devices found.,code=sm_No CUDA "
        "Devices "
        "found.\"",
        "-arch=sm_Failed", "-gencode arch=compute_N,code=[sm_N,compute_N]",
        "-gencode=arch=compute_,code=sm_"})
    EXPECT_TRUE(failed_query_in(flags_of(options))) << options;
  for (const char* options :
       {"", "-arch=sm_90", "-arch=native", "-arch=all", "-arch=sm_999",
        "-gencode arch=compute_90a,code=[sm_90a,compute_90a]"})
    EXPECT_FALSE(failed_query_in(flags_of(options))) << options;
}

}  // namespace
}  // namespace cudacompat
