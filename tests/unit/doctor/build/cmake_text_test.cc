// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/cmake_text.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

// Each as CMake 3.25.1 and 4.4.5 write or read it.
TEST(CMakeText, EntriesOfTheCache) {
  const struct {
    const char* line;
    CMakeEntry entry;
  } cases[] = {
      {"CMAKE_CUDA_COMPILER:FILEPATH=/usr/local/cuda/bin/nvcc",
       {"CMAKE_CUDA_COMPILER", "FILEPATH", "/usr/local/cuda/bin/nvcc"}},
      {"CMAKE_CUDA_ARCHITECTURES:UNINITIALIZED=80-real;90",
       {"CMAKE_CUDA_ARCHITECTURES", "UNINITIALIZED", "80-real;90"}},
      {"CMAKE_CUDA_FLAGS:STRING=", {"CMAKE_CUDA_FLAGS", "STRING", ""}},
      {"CMAKE_CUDA_FLAGS:STRING=-DA=B:C -x",
       {"CMAKE_CUDA_FLAGS", "STRING", "-DA=B:C -x"}},
      {"  X:STRING=y \t\r", {"X", "STRING", "y"}},
      {"X:STRING=' y '", {"X", "STRING", " y "}},
      {"X:STRING='", {"X", "STRING", "'"}},
      {"\"A:B\":STRING=y", {"A:B", "STRING", "y"}},
      {"\"A=B\":BOOL=ON", {"A=B", "BOOL", "ON"}},
      {"X:=y", {"X", "", "y"}},
      {"X-ADVANCED:INTERNAL=1", {"X-ADVANCED", "INTERNAL", "1"}},
  };
  for (const auto& [line, entry] : cases) {
    const auto parsed = parse_cache_line(line);
    ASSERT_TRUE(parsed) << line;
    EXPECT_EQ(*parsed, entry) << line << " -> " << parsed->name << " "
                              << parsed->type << " " << parsed->value;
  }
}

TEST(CMakeText, OtherLinesOfTheCache) {
  for (const char* line :
       {"", "   ", "# This is the CMakeCache file.", "//A:STRING=help",
        "  //A:STRING=help", "#A:STRING=x", "A=B:STRING=x", "A", "A:STRING",
        "\"A\"=x", "no entry at all"}) {
    EXPECT_FALSE(parse_cache_line(line)) << line;
  }
}

TEST(CMakeText, WhatCMakeKeepsOfACompiler) {
  EXPECT_EQ(parse_set_line("set(CMAKE_CUDA_COMPILER_VERSION \"13.0.88\")"),
            (CMakeEntry{"CMAKE_CUDA_COMPILER_VERSION", "", "13.0.88"}));
  EXPECT_EQ(parse_set_line("set(CMAKE_CUDA_HOST_COMPILER \"\")"),
            (CMakeEntry{"CMAKE_CUDA_HOST_COMPILER", "", ""}));
  EXPECT_EQ(parse_set_line(R"(set(X "a\"b\\c;d)e"))"),
            (CMakeEntry{"X", "", R"(a"b\c;d)e)"}));
  for (const char* line :
       {"", "set(X)", "set(X 1)", "set(X \"open", "set(X \"open\\",
        "if(CMAKE_CUDA_SIZEOF_DATA_PTR)", "  CMAKE_CUDA_COMPILER \"x\""}) {
    EXPECT_FALSE(parse_set_line(line)) << line;
  }
}

}  // namespace
}  // namespace cudacompat
