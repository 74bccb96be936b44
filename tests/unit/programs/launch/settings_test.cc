// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/settings.h"

#include <gmock/gmock.h>

#include <map>
#include <vector>

namespace cudacompat {
namespace {

using testing::HasSubstr;

Result<Settings> parse(std::vector<std::string_view> words,
                       std::map<std::string, std::string> environment = {}) {
  words.insert(words.begin(), "cudacompat-launch");
  return parse_settings(words, [&](const char* name) -> std::string_view {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string_view{} : found->second;
  });
}

TEST(Settings, EndAtTheCommand) {
  for (const auto& words : std::vector<std::vector<std::string_view>>{
           {"--plan", "p", "--mode", "warn", "--", "nvcc", "--plan", "q"},
           {"--plan=p", "--mode=warn", "nvcc", "--mode=off"}}) {
    const auto settings = parse(words);
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->machines, "p");
    EXPECT_EQ(settings->mode, Mode::warn);
    EXPECT_EQ(words.at(settings->command - 1), "nvcc");
  }
}

TEST(Settings, AreErrorsModeUnlessToldOtherwise) {
  EXPECT_EQ(parse({"--profile", "f", "--", "nvcc"})->mode, Mode::error);
}

TEST(Settings, TakeTheEnvironmentWhereNoOptionSaysOtherwise) {
  const std::map<std::string, std::string> environment = {
      {"CUDACOMPAT_MODE", "warn"},
      {"CUDACOMPAT_PLAN", "e"},
      {"CUDACOMPAT_VERBOSE", "1"}};
  const auto from_environment = parse({"--", "nvcc"}, environment);
  EXPECT_EQ(from_environment->mode, Mode::warn);
  EXPECT_EQ(from_environment->machines, "e");
  EXPECT_TRUE(from_environment->verbose);
  const auto from_options =
      parse({"--mode", "error", "--plan", "p", "--", "nvcc"}, environment);
  EXPECT_EQ(from_options->mode, Mode::error);
  EXPECT_EQ(from_options->machines, "p");
}

TEST(Settings, AreOffWhereTheEnvironmentSaysOff) {
  const auto settings =
      parse({"--mode", "error", "--", "nvcc"}, {{"CUDACOMPAT_MODE", "off"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->mode, Mode::off);
}

TEST(Settings, SayWhatIsWrong) {
  const std::map<std::string, std::vector<std::string_view>> wrong = {
      {"no command", {"--plan", "p", "--"}},
      {"no machines", {"--", "nvcc"}},
      {"--plan needs a value", {"--plan", "--", "nvcc"}},
      {"'maybe', not error, warn or off",
       {"--mode", "maybe", "--plan", "p", "--", "nvcc"}},
      {"unknown option '--plans'", {"--plans", "p", "--", "nvcc"}},
      {"only one can hold", {"--plan", "p", "--profile", "f", "--", "nvcc"}},
  };
  for (const auto& [message, words] : wrong) {
    const auto settings = parse(words);
    ASSERT_FALSE(settings) << message;
    EXPECT_THAT(settings.error().message, HasSubstr(message));
  }
}

}  // namespace
}  // namespace cudacompat
