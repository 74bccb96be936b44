// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/nvcc_options.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

namespace cudacompat {
namespace {

TEST(NvccOptions, AreSortedByLongNameWithoutRepetition) {
  const auto table = nvcc_option_table();
  for (std::size_t i = 1; i < table.size(); ++i)
    EXPECT_LT(table[i - 1].long_name, table[i].long_name);
}

TEST(NvccOptions, HaveOneDashWhereShortAndTwoWhereLong) {
  std::set<std::string_view> seen;
  for (const NvccOption& option : nvcc_option_table()) {
    EXPECT_TRUE(option.long_name.starts_with("--")) << option.long_name;
    EXPECT_TRUE(seen.insert(option.long_name).second) << option.long_name;
    if (option.short_name.empty()) continue;
    EXPECT_TRUE(option.short_name.starts_with("-")) << option.short_name;
    EXPECT_FALSE(option.short_name.starts_with("--")) << option.short_name;
    EXPECT_TRUE(seen.insert(option.short_name).second) << option.short_name;
  }
}

TEST(NvccOptions, TakeValuesByTheirKind) {
  const FoundOption separate = find_nvcc_option("-o");
  ASSERT_NE(separate.option, nullptr);
  EXPECT_FALSE(separate.has_value);
  const FoundOption equals = find_nvcc_option("--output-file=x=y.o");
  ASSERT_NE(equals.option, nullptr);
  EXPECT_EQ(equals.option->meaning, NvccMeaning::output);
  EXPECT_EQ(equals.value, "x=y.o");
  const FoundOption joined = find_nvcc_option("-Iinclude");
  ASSERT_NE(joined.option, nullptr);
  EXPECT_EQ(joined.option->short_name, "-I");
  EXPECT_EQ(joined.value, "include");
}

// Each measured: nvcc 13.0.88 says "Unknown option".
TEST(NvccOptions, KnowNoAbbreviationsAndNoOtherDashes) {
  for (const char* word :
       {"-output-file", "--o", "--c", "-compile", "--gencode", "--arch=sm_80",
        "-gpu-architecture", "-ox.o", "-isystemfoo", "-Xptxasv", "-xcu", "-ek",
        "--", "-archsm_80", "-c=1"})
    EXPECT_EQ(find_nvcc_option(word).option, nullptr) << word;
}

TEST(NvccOptions, PreferTheWholeNameToAJoinedValue) {
  // -lib is not -l ib, -link not -l ink, -m64 not -m 64, -time not -t ime.
  EXPECT_EQ(find_nvcc_option("-lib").option->meaning, NvccMeaning::lib);
  EXPECT_EQ(find_nvcc_option("-link").option->long_name, "--link");
  EXPECT_EQ(find_nvcc_option("-m64").option->long_name, "--m64");
  EXPECT_EQ(find_nvcc_option("-time=f").option->long_name, "--time");
  EXPECT_EQ(find_nvcc_option("-lstdc++").option->long_name, "--library");
}

/// The options of `nvcc --help`, where an nvcc is at hand.
TEST(NvccOptions, CoverTheHelpOfTheNvccAtHand) {
  FILE* help = popen("nvcc --help 2>/dev/null", "r");
  ASSERT_NE(help, nullptr);
  char line[512];
  int options = 0;
  while (std::fgets(line, sizeof line, help)) {
    std::string_view text = line;
    if (!text.starts_with("--")) continue;
    ++options;
    const std::string_view name = text.substr(0, text.find_first_of(" \n"));
    const FoundOption found = find_nvcc_option(name);
    ASSERT_NE(found.option, nullptr) << name;
    const std::string_view rest = text.substr(name.size());
    const std::size_t open = rest.rfind("(-");
    const bool value =
        rest.substr(0, open).find_first_of("<{[") != std::string_view::npos;
    if (value) {
      EXPECT_NE(found.option->value, NvccValue::none) << name;
    }
    if (open == std::string_view::npos) continue;
    const std::string_view alias =
        rest.substr(open + 1, rest.rfind(')') - open - 1);
    EXPECT_EQ(find_nvcc_option(alias).option, found.option) << alias;
  }
  pclose(help);
  if (options == 0) GTEST_SKIP() << "no nvcc on PATH";
  EXPECT_GT(options, 100);
}

}  // namespace
}  // namespace cudacompat
