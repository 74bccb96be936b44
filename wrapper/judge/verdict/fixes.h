#pragma once

#include <optional>
#include <string>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"

namespace cudacompat {

// The last part of a finding: exact flags, versions and packages. Each returns
// one alternative without a final period, or "" where there is none.

/// "add SASS: -gencode=arch=compute_89,code=sm_89 (CMake: 89-real)"; or which
/// toolkit can, where `toolkit` (that made the code at hand) cannot, or where
/// the driver would not read its SASS.
std::string fix_add_sass(const DriverCase& machine,
                         std::optional<Version> toolkit);
/// "build with CUDA 12.2 or older": the newest toolkit whose PTX the driver
/// reads.
std::string fix_older_toolkit(const DriverCase& machine);
/// "install driver 570.26 (CUDA 12.8) or newer": the first that supports
/// `cuda`. Empty for cuda-compat and Jetson classes, where drivers are not
/// simply exchanged.
std::string fix_newer_driver(Version cuda, const DriverCase& machine);
/// False: drivers of that branch no longer drive the GPU.
bool drives(std::uint16_t branch, const DriverCase& machine);
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
