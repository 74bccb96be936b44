// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "programs/launch/invocation.h"

namespace cudacompat {
namespace {

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

constexpr std::array<std::string_view, 13> kLaunchers = {
    "buildcache", "ccache",  "cmake",     "ctest", "cudacompat-launch",
    "distcc",     "env",     "fastcache", "icecc", "nice",
    "recc",       "sccache", "time"};

bool is_launcher(std::string_view word) {
  return std::ranges::find(kLaunchers, file_name(word)) != kLaunchers.end();
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

bool is_nvcc_name(std::string_view word) {
  std::string_view name = file_name(word);
  if (name.ends_with(".exe")) name.remove_suffix(4);
  const std::size_t at = name.find("nvcc");
  if (at == std::string_view::npos) return false;
  // x86_64-linux-nvcc, nvcc-12.8, nvcc_wrapper; not -Dnvcc, nvcc.cu.
  const std::string_view before = name.substr(0, at);
  const std::string_view after = name.substr(at + 4);
  if (!before.empty() && (before.front() == '-' || before.back() != '-'))
    return false;
  return after.empty() || after == "_wrapper" ||
         (after.front() == '-' &&
          after.find_first_not_of("0123456789.", 1) == std::string_view::npos);
}

std::size_t find_compiler(std::span<const std::string_view> command) {
  const auto nvcc = std::ranges::find_if(command, is_nvcc_name);
  if (nvcc != command.end())
    return static_cast<std::size_t>(nvcc - command.begin());
  // Not nvcc by name: a wrapper, or another compiler altogether.
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string_view word = command[i];
    const bool passed_by = word.starts_with('-') || is_launcher(word) ||
                           word.find('=') != std::string_view::npos;
    if (!passed_by) return i;
  }
  return command.size();
}

std::vector<std::string> split_options_file(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quoted && is_space(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '"')
      quoted = !quoted;
    else if (c == '\\' && i + 1 < text.size())
      word += text[++i];
    else
      word += c;
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> split_environment_flags(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && is_space(c)) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace cudacompat
