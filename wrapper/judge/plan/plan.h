// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/model/arch.h"
#include "base/model/arch_list.h"
#include "base/model/profile.h"
#include "base/model/version.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

/// The toolkit that will build: asked of an nvcc, or a row of the tables.
struct ToolkitFacts {
  Version cuda;         // 13.0
  std::string release;  // "13.0.88" where asked, else "13.0"
  std::optional<Version>
      ptx_isa;  // nullopt: an unknown toolkit that could not be asked
  std::vector<Arch> archs;  // SASS that it can emit, with suffixes
  std::string nvcc;         // path where asked, else empty
  bool in_tables = true;
};
std::optional<ToolkitFacts> toolkit_from_tables(Version cuda);

enum class Optimize : std::uint8_t {
  size,   // the fewest images that every group loads
  speed,  // SASS for each group's own GPU
};

/// One architecture to compile for, in CMake's spelling: 80-real (SASS),
/// 80-virtual (PTX), 80 (both).
struct PlannedArch {
  Arch arch;
  bool real = false;
  bool virtual_ = false;
  std::string because;  // which groups it serves, and why it is needed
};

/// What a plan says of one group before anything is built.
struct PlannedGroup {
  std::string name;
  Outcome outcome = Outcome::unknown;  // predicted for code built as planned
  std::string image;                   // "sm_89", "compute_80 (PTX 9.0)"
  std::string because;
};

struct BuildPlan {
  std::string profile;
  ToolkitFacts toolkit;
  std::vector<PlannedArch> architectures;  // ascending
  std::optional<Version> ptx_emitted;      // the ISA nvcc will write
  std::optional<Version> downgrade_to;  // where the profile asks for downgrade
                                        // and a group needs it
  std::vector<PlannedGroup> groups;
  std::vector<Finding> findings;  // errors make the plan unusable
};

/// The smallest list of architectures that every group loads (size), or one
/// with each group's own SASS (speed). PTX only where each group that needs
/// it can read it, or downgrade will make it so; one PTX for future GPUs where
/// the policy asks. Judged by the same rules as a product: the plan's images
/// are made up as ContainerShape and given to `judge`.
BuildPlan make_plan(const Profile& profile, const ToolkitFacts& toolkit,
                    Optimize optimize);

}  // namespace cudacompat
