// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/model/outcome.h"
#include "base/model/profile.h"
#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"
#include "judge/verdict/driver_choice.h"

namespace cudacompat {

/// A class with its driver driver_cases, resolved once for all artifacts.
struct JudgedGroup {
  TargetGroup machine;
  std::vector<DriverCase> driver_cases;
};
std::vector<JudgedGroup> resolve_all(const std::vector<TargetGroup>& classes);

/// How deep the scan must look so that no verdict for these classes hangs on
/// something unread (a compressed cubin's toolkit, kernel names of partial
/// rows).
Depth needed_depth(const std::vector<JudgedGroup>& classes,
                   const Policy& policy);

/// For collect_facts(): which row of policy.partial names a container of this
/// file.
PartialTag partial_tag(const Policy& policy, std::string path);

/// The verdict for one container shape on one class.
struct ShapeVerdict {
  Choice choice;
  std::size_t driver_case =
      0;               // the worst one, index into JudgedGroup::driver_cases
  bool counts = true;  // false: empty, relocatable beside its link, or not
                       // meant for this GPU
};

struct TargetVerdict {
  std::size_t group_index = 0;
  Outcome outcome = Outcome::unknown;
  /// By shape, parallel to ArtifactFacts::shapes.
  std::vector<ShapeVerdict> shapes;
  /// Where the whole file decides, not a container: runtime minimum, problems.
  std::optional<Choice> whole;
};

struct ArtifactVerdict {
  Outcome outcome = Outcome::unknown;
  bool device_code = false;  // false: nothing that counts was found
  std::vector<TargetVerdict> targets;
};

/// Worst container wins, worst driver_case wins, worst target wins. A problem
/// in the file is never better than unknown.
ArtifactVerdict judge(const ArtifactFacts& artifact,
                      const std::vector<JudgedGroup>& classes,
                      const Policy& policy);

}  // namespace cudacompat
