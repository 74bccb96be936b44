// SPDX-License-Identifier: Apache-2.0
#include "base/model/version.h"

#include <array>
#include <charconv>

namespace cudacompat {
namespace {

struct Numbers {
  std::array<std::uint16_t, 3> values{};
  std::uint8_t count = 0;
};

/// One to three decimal numbers between dots, nothing else around them.
bool read_numbers(std::string_view text, Numbers& out) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (out.count < out.values.size()) {
    const auto [next, error] = std::from_chars(at, end, out.values[out.count]);
    if (error != std::errc{} || next == at || *at == '-') return false;
    ++out.count;
    if (next == end) return true;
    if (*next != '.') return false;
    at = next + 1;
  }
  return false;
}

}  // namespace

Result<Version> parse_version(std::string_view text) {
  Numbers n;
  if (!read_numbers(text, n) || n.count > 2)
    return fail(Error::kNoOffset,
                "'{}' is not a version; allowed: MAJOR.MINOR, as in 12.8",
                text);
  return Version{n.values[0], n.values[1]};
}

std::string to_string(Version version) {
  return fmt::format("{}.{}", version.major, version.minor);
}

std::optional<Version> cuda_release(std::string_view build) {
  const std::size_t dot = build.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto version = parse_version(build.substr(0, build.find('.', dot + 1)));
  return version ? std::optional(*version) : std::nullopt;
}

bool at_least(const DriverVersion& driver, const DriverVersion& minimum) {
  if (driver.branch != minimum.branch) return driver.branch > minimum.branch;
  if (driver.parts == 1 || minimum.parts == 1) return true;
  if (driver.minor != minimum.minor) return driver.minor > minimum.minor;
  return driver.patch >= minimum.patch;
}

Result<DriverVersion> parse_driver_version(std::string_view text) {
  Numbers n;
  if (!read_numbers(text, n))
    return fail(Error::kNoOffset,
                "'{}' is not a driver version; allowed: a branch (535) or the "
                "number that nvidia-smi prints (535.183.06)",
                text);
  return DriverVersion{n.values[0], n.values[1], n.values[2], n.count};
}

std::string to_string(const DriverVersion& v) {
  if (v.parts == 1) return fmt::format("{}", v.branch);
  if (v.parts == 2) return fmt::format("{}.{:02}", v.branch, v.minor);
  return fmt::format("{}.{}.{:02}", v.branch, v.minor, v.patch);
}

}  // namespace cudacompat
