// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes/result.h"

namespace cudacompat {

/// A CUDA release (12.8) or a PTX ISA version (8.7).
struct Version {
  std::uint16_t major = 0;
  std::uint16_t minor = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};

/// "12.8", "12" (12.0). Anything else is an error that shows the text.
Result<Version> parse_version(std::string_view text);
std::string to_string(Version version);
/// 13.0 of "13.0.88", "13.0.88-h0_0" or "13.0"; nullopt: it has no such
/// numbers.
std::optional<Version> cuda_release(std::string_view build);

/// A driver (kernel module) version: 535.183.06 on Linux, 537.13 on Windows.
/// A bare branch ("535") has parts == 1 and stands for any driver of it.
struct DriverVersion {
  std::uint16_t branch = 0;
  std::uint16_t minor = 0;
  std::uint16_t patch = 0;
  std::uint8_t parts = 0;
  friend bool operator==(const DriverVersion&, const DriverVersion&) = default;
};

/// True where `driver` is surely at least `minimum`; a bare branch counts as
/// the release of that branch, hence as at least any version of its own branch.
bool at_least(const DriverVersion& driver, const DriverVersion& minimum);
Result<DriverVersion> parse_driver_version(std::string_view text);
/// As written: "535", "535.183.06" (the patch always with two digits).
std::string to_string(const DriverVersion& version);

}  // namespace cudacompat
