// SPDX-License-Identifier: Apache-2.0
#include "base/model/target_values.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/text/message_text.h"

namespace cudacompat {
namespace {

constexpr std::array<std::pair<Os, std::string_view>, 4> kSystems = {{
    {Os::linux_x86_64, "linux-x86_64"},
    {Os::linux_aarch64, "linux-aarch64"},
    {Os::windows_x86_64, "windows-x86_64"},
    {Os::wsl, "wsl"},
}};

/// Names that people and tools use for the same systems.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12>
    kOtherNames = {{
        {"linux", "linux-x86_64"},
        {"linux-amd64", "linux-x86_64"},
        {"x86_64", "linux-x86_64"},
        {"amd64", "linux-x86_64"},
        {"aarch64", "linux-aarch64"},
        {"arm64", "linux-aarch64"},
        {"linux-arm64", "linux-aarch64"},
        {"linux-sbsa", "linux-aarch64"},
        {"windows", "windows-x86_64"},
        {"windows-amd64", "windows-x86_64"},
        {"win_amd64", "windows-x86_64"},
        {"wsl2", "wsl"},
    }};

bool is_digits(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_prefix(std::string_view text,
                                std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

constexpr std::uint16_t kLeastDriverBranch = 100;

}  // namespace

std::optional<Cc> meant_cc(std::string_view text) {
  text = without_prefix(without_prefix(text, "sm_"), "compute_");
  while (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
  if (const Result<Cc> dotted = parse_cc(text)) return *dotted;
  if (!is_digits(text)) return std::nullopt;
  // "8" is what YAML makes of 8.0; "89" and "120" are as in sm_NN.
  if (text.size() == 1) {
    return static_cast<Cc>((text[0] - '0') * 10);
  }
  if (const Result<Arch> arch = parse_arch(text)) return arch->number;
  return std::nullopt;
}

Result<Cc> read_cc(std::string_view text) {
  if (const Result<Cc> cc = parse_cc(text)) return *cc;
  if (const std::optional<Cc> meant = meant_cc(text)) {
    return fail(Error::kNoOffset,
                "{} is not a compute capability; did you mean \"{}\"?",
                quote(text), cc_to_string(*meant));
  }
  return fail(Error::kNoOffset,
              "{} is not a compute capability; write MAJOR.MINOR, as in "
              "\"8.9\" or \"12.0\"",
              quote(text));
}

Result<Version> read_cuda(std::string_view text) {
  const Result<Version> version = parse_version(text);
  if (version && version->major >= kLeastDriverBranch) {
    return fail(Error::kNoOffset,
                "{} is not a CUDA release but looks like a driver version; "
                "CUDA releases are as in \"12.2\"",
                quote(text));
  }
  if (version && version->major > 0) return *version;
  const std::size_t second_dot = text.find('.', text.find('.') + 1);
  if (second_dot != std::string_view::npos) {
    const std::string_view start = text.substr(0, second_dot);
    if (is_digits(text.substr(second_dot + 1)) && parse_version(start)) {
      return fail(Error::kNoOffset,
                  "{} is not a CUDA release; did you mean \"{}\"?", quote(text),
                  start);
    }
  }
  return fail(Error::kNoOffset,
              "{} is not a CUDA release; write MAJOR.MINOR, as in \"12.2\"",
              quote(text));
}

Result<Version> read_ptx_isa(std::string_view text) {
  const Result<Version> version = parse_version(text);
  constexpr std::uint16_t kNoSuchMajor = 20;
  if (version && version->major > 0 && version->major < kNoSuchMajor) {
    return *version;
  }
  if (is_digits(text) && text.size() == 2) {
    return fail(Error::kNoOffset,
                "{} is not a PTX ISA version; did you mean \"{}.{}\"?",
                quote(text), text[0], text[1]);
  }
  return fail(Error::kNoOffset,
              "{} is not a PTX ISA version; write MAJOR.MINOR, as in \"8.2\"",
              quote(text));
}

Result<Os> read_os(std::string_view text) {
  if (const std::optional<Os> os = parse_os(text)) return *os;
  std::array<std::string_view, kSystems.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kSystems[i].second;
  std::string_view meant = nearest(text, names);
  for (const auto& [other, name] : kOtherNames) {
    if (other == text) meant = name;
  }
  if (meant.empty()) {
    return fail(Error::kNoOffset, "{} is not a system; write {}", quote(text),
                one_of(names));
  }
  return fail(Error::kNoOffset, "{} is not a system; did you mean \"{}\"?",
              quote(text), meant);
}

std::string_view to_string(Os os) {
  for (const auto& [value, name] : kSystems) {
    if (value == os) return name;
  }
  return "linux-x86_64";
}

std::optional<Os> parse_os(std::string_view text) {
  for (const auto& [value, name] : kSystems) {
    if (name == text) return value;
  }
  return std::nullopt;
}

}  // namespace cudacompat
