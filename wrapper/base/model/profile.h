// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/arch.h"
#include "base/model/outcome.h"
#include "base/model/version.h"

namespace cudacompat {

enum class Os : std::uint8_t {
  linux_x86_64,
  linux_aarch64,
  windows_x86_64,
  wsl
};
std::string_view to_string(Os os);
/// Whether its driver is the one for Windows.
constexpr bool is_windows(Os os) {
  return os == Os::windows_x86_64 || os == Os::wsl;
}
std::optional<Os> parse_os(std::string_view text);

/// One GPU model of a target.
struct GpuSpec {
  Cc cc = 0;
  std::string name;    // "NVIDIA L4", or empty
  bool tegra = false;  // as written; facts add the chips that always are
  friend bool operator==(const GpuSpec&, const GpuSpec&) = default;
};

/// "535.183.06" (low == high), ">=535" (high absent), ">=535 <580",
/// "535.54.03..570.211.01". Judged at its ends, the worst counts.
struct DriverRange {
  DriverVersion low;
  std::optional<DriverVersion> high;
  bool high_excluded = false;
  friend bool operator==(const DriverRange&, const DriverRange&) = default;
};
Result<DriverRange> parse_driver_range(std::string_view text);
std::string to_string(const DriverRange& range);

struct FrameworkSpec {
  std::string name, version;
  std::optional<Version> cuda;
  std::vector<Arch> sass;
  std::vector<Arch> ptx;
  friend bool operator==(const FrameworkSpec&, const FrameworkSpec&) = default;
};

/// A row of "targets": machines that are alike.
struct TargetSpec {
  std::string name;
  std::uint64_t count = 1;
  std::vector<GpuSpec> gpus;
  std::optional<DriverRange> driver;   // kernel module
  std::optional<Version> cuda;         // what the user-mode driver supports
  std::optional<Version> cuda_compat;  // installed cuda-compat package
  std::optional<Version> max_ptx;      // beats the table
  Os os = Os::linux_x86_64;
  std::vector<FrameworkSpec> frameworks;
  friend bool operator==(const TargetSpec&, const TargetSpec&) = default;
};

/// Code meant for some GPUs only and picked at run time.
struct PartialRow {
  std::string path, unit, kernel;  // globs; empty: any
  std::vector<Cc> gpus;
  std::string reason;
};

struct SuppressRow {
  std::string id, path, reason;  // path: glob; empty: any
};

struct Policy {
  std::vector<Outcome> accept = {Outcome::loads, Outcome::loads_jit};
  bool downgrade_ptx = false;
  bool future_gpus = false;
  std::vector<PartialRow> partial;
  std::vector<SuppressRow> suppress;

  bool accepts(Outcome outcome) const;
};

/// Target machines and what is asked of code for them (schema_version 1;
/// `cudacompat schema profile`).
struct Profile {
  std::string name;
  std::vector<TargetSpec> targets;
  Policy policy;
};

/// All that is wrong with a profile, each as
/// "FILE:LINE:COLUMN: what was found; what is allowed".
using ProfileErrors = std::vector<std::string>;

/// Parses and validates. `file` stands in messages. Depth over 64, duplicate
/// keys, bytes that are not UTF-8, unknown keys (with "did you mean"), targets
/// of one name and values out of range are errors; all that can be found are
/// reported, up to a hundred. Text that is not JSON, or of another
/// schema_version, is one error.
tl::expected<Profile, ProfileErrors> parse_profile(std::string_view json,
                                                   const std::string& file);

/// CC["-tegra"]["@"DRIVER | "@cuda"VERSION]["+"MODIFIER]..., with a driver or
/// range as in a profile and the modifiers cudaV, compatV, ptxV and a system
/// (windows, wsl, aarch64): "8.9@535.183.06", "9.0@cuda12.2",
/// "8.7-tegra@cuda12.6", "9.0@535.183.06+compat12.9", "8.9@535+ptx8.2",
/// "8.9@537.13+windows". The text is the group's name.
Result<TargetSpec> parse_target_shorthand(std::string_view text);

/// One judged group: one GPU model under one driver case.
struct TargetGroup {
  std::string name;         // of the first target; ", other" and " (+n)" follow
  std::uint64_t count = 0;  // machines
  GpuSpec gpu;
  std::optional<DriverRange> driver;
  std::optional<Version> cuda;
  std::optional<Version> cuda_compat;
  std::optional<Version> max_ptx;
  Os os = Os::linux_x86_64;
  std::vector<FrameworkSpec> frameworks;
};

/// Targets that differ only in name and count become one group, in order of
/// first mention. A target of several GPUs gives one group each, named
/// "NAME (8.6)". No two groups have the same name.
std::vector<TargetGroup> group_targets(const Profile& profile);

/// The profile with its groups as its targets: what a compile reads, made once
/// by the configure step. Its groups are the same again.
Profile group_profile(const Profile& profile);

}  // namespace cudacompat
