// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"

namespace cudacompat {

// The last part of a finding: exact flags, versions and packages. Each returns
// one alternative without a final period, or "" where there is none.

/// Machines that get one answer, which serves them all. At least one.
using Machines = std::span<const DriverCase>;

/// The fewest base architectures whose SASS runs on all of them, as a plan has
/// them: for each major the lowest GPU's own.
std::vector<Arch> common_sass(Machines machines);
/// "-gencode=arch=compute_80,code=sm_80 -gencode=..."
std::string gencode_flags(const std::vector<Arch>& sass);

/// How a machine gets SASS where code was made by `toolkit`: with that one, or
/// with another. Machines of one route have one answer.
struct SassRoute {
  enum class With : std::uint8_t { same, driver_major, last, first, none };
  With with = With::same;
  Version release;  // the toolkit, where it is another
  bool operator==(const SassRoute&) const = default;
};
SassRoute sass_route(const DriverCase& machine, std::optional<Version> toolkit);

/// "add SASS: -gencode=arch=compute_89,code=sm_89 (CMake: 89-real)"; or which
/// toolkit can, where `toolkit` (that made the code) cannot, or where the
/// driver would not read its SASS. All machines have the route of the first.
std::string fix_add_sass(Machines machines, std::optional<Version> toolkit);
inline std::string fix_add_sass(const DriverCase& machine,
                                std::optional<Version> toolkit) {
  return fix_add_sass(Machines(&machine, 1), toolkit);
}
/// "build with CUDA 12.2 or older": the newest toolkit whose PTX the drivers
/// read.
std::string fix_older_toolkit(Machines machines);
inline std::string fix_older_toolkit(const DriverCase& machine) {
  return fix_older_toolkit(Machines(&machine, 1));
}
/// "install driver 570.26 (CUDA 12.8) or newer": the first that supports
/// `cuda`. Empty for cuda-compat and Jetson classes, where drivers are not
/// simply exchanged.
std::string fix_newer_driver(Version cuda, const DriverCase& machine);
/// False: drivers of that branch no longer support the GPU.
bool branch_supports_gpu(std::uint16_t branch, const DriverCase& machine);
/// Alternatives joined by "; or ".
std::string join_fixes(std::initializer_list<std::string> alternatives);

/// The newest release that surely made this code (by its PTX ISA or its
/// cubins' toolkit); nullopt where nothing tells.
std::optional<Version> made_by(const ContainerShape& shape);

/// "SASS 75 80, PTX 80 (9.0)", or "nothing".
std::string contents(const ContainerShape& shape);
/// "l4-pool (8.9, driver 535.183.06, CUDA 12.2)"
std::string describe(const std::string& name, const DriverCase& machine);

}  // namespace cudacompat
