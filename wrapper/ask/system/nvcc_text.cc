// SPDX-License-Identifier: Apache-2.0
#include "ask/system/nvcc_text.h"

#include <algorithm>
#include <cstddef>

namespace cudacompat {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Takes the line at the front of `rest`, without blanks at its ends.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return trim(line);
}

/// The digits and dots at the front.
std::string_view dotted(std::string_view text) {
  const auto end = std::ranges::find_if(
      text, [](char c) { return !is_digit(c) && c != '.'; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// "13.0, V13.0.88" at the front of `text`.
std::optional<NvccVersion> version_at(std::string_view text) {
  const std::string_view number = dotted(text);
  text.remove_prefix(number.size());
  constexpr std::string_view kBetween = ", V";
  if (!text.starts_with(kBetween)) return std::nullopt;
  text.remove_prefix(kBetween.size());
  std::string_view release = dotted(text);
  while (release.ends_with('.')) release.remove_suffix(1);
  if (number.find('.') == std::string_view::npos ||
      std::ranges::count(release, '.') != 2) {
    return std::nullopt;
  }
  const Result<Version> cuda = parse_version(number);
  if (!cuda) return std::nullopt;
  return NvccVersion{*cuda, std::string(release)};
}

}  // namespace

std::string first_line(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string_view line;
  while (line.empty() && !text.empty()) line = take_line(text);
  if (line.size() <= kLongest) return std::string(line);
  return std::string(line.substr(0, kLongest)) + "...";
}

Result<NvccVersion> parse_nvcc_version(std::string_view text) {
  constexpr std::string_view kKey = "release ";
  for (std::size_t at = text.find(kKey); at != std::string_view::npos;
       at = text.find(kKey, at + 1)) {
    if (auto found = version_at(text.substr(at + kKey.size()))) return *found;
  }
  const std::string line = first_line(text);
  if (line.empty()) {
    return fail(Error::kNoOffset, "nvcc --version printed nothing");
  }
  return fail(Error::kNoOffset,
              "nvcc --version names no release (\"release 13.0, V13.0.88\" is "
              "looked for); it printed: {}",
              line);
}

Result<std::vector<Arch>> parse_gpu_code_list(std::string_view text) {
  constexpr std::size_t kMost = 64;
  std::vector<Arch> archs;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) continue;
    const Result<Arch> arch = parse_arch(line);
    if (!arch || !line.starts_with("sm_") || archs.size() == kMost) {
      return fail(
          Error::kNoOffset,
          "nvcc --list-gpu-code printed a line that is not an architecture "
          "like sm_90: {}",
          first_line(line));
    }
    archs.push_back(*arch);
  }
  if (archs.empty()) {
    return fail(Error::kNoOffset, "nvcc --list-gpu-code printed nothing");
  }
  std::ranges::sort(archs);
  archs.erase(std::unique(archs.begin(), archs.end()), archs.end());
  return archs;
}

std::optional<Version> parse_ptxas_versions(std::string_view text) {
  std::optional<Version> newest;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) continue;
    const Result<Version> version = parse_version(line);
    if (!version) return std::nullopt;
    newest = std::max(newest, std::optional<Version>(*version));
  }
  return newest;
}

std::optional<Version> parse_ptxas_refusal(std::string_view text) {
  constexpr std::string_view kKey = "current version is '";
  const std::size_t at = text.find(kKey);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + kKey.size());
  const Result<Version> version =
      parse_version(rest.substr(0, rest.find('\'')));
  if (!version) return std::nullopt;
  return *version;
}

}  // namespace cudacompat
