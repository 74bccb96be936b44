// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/model/outcome.h"
#include "base/model/profile.h"
#include "judge/facts/tables.h"

namespace cudacompat {

/// One driver case of a group, with what the tables derive from it.
struct DriverCase {
  Cc cc = 0;
  bool tegra = false;
  Brand brand = Brand::unknown;  // looked up where cuda-compat makes it matter
  Os os = Os::linux_x86_64;
  std::optional<DriverVersion> driver;  // kernel module
  std::optional<Version> cuda;          // what its user-mode library supports
  std::optional<Version> max_ptx;       // newest PTX ISA its JIT reads
  bool compat = false;                  // cuda comes from a cuda-compat library
  /// Where no image matters: the driver does not drive the GPU (fails-100) or
  /// cuda-compat is misused (fails-803, fails-804). `unknown`: a fact about the
  /// machine is missing, so that nothing on it can be better than unknown.
  Outcome blocked = Outcome::loads;  // loads: not blocked
  std::string blocked_because;       // consequence and cause
  std::string blocked_fix;
};

/// The driver_cases that a group stands for: one, or both ends of a range.
std::vector<DriverCase> resolve(const TargetGroup& machine);

}  // namespace cudacompat
