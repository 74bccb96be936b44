// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/profile_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/rules/machine.h"

namespace cudacompat {
namespace {

/// Empty where there is nothing to say.
std::string note_of(const TargetGroup& machine,
                    const std::vector<DriverCase>& driver_cases) {
  // The worst of a range is what counts.
  const auto worst =
      std::max_element(driver_cases.begin(), driver_cases.end(),
                       [](const DriverCase& a, const DriverCase& b) {
                         return a.blocked < b.blocked;
                       });
  if (worst->blocked != Outcome::loads) {
    return fmt::format("all code is {} there: {}; {}",
                       to_string(worst->blocked), worst->blocked_because,
                       worst->blocked_fix);
  }
  if (!worst->max_ptx) {
    return machine.driver
               ? fmt::format(
                     "PTX is unknown there: no table says which CUDA release "
                     "driver {} supports; add \"cuda\" (nvidia-smi shows it)",
                     to_string(*machine.driver))
           : machine.cuda
               ? fmt::format(
                     "PTX is unknown there: CUDA {} is not in the "
                     "tables; update cudacompat, or add \"max_ptx\"",
                     to_string(*machine.cuda))
               : "all code is unknown there: neither \"driver\" nor \"cuda\" "
                 "is given; add one of them";
  }
  if (worst->compat && !machine.cuda_compat) {
    return fmt::format(
        "\"cuda\": {0} is above what driver {1} supports, so it is taken for "
        "an installed cuda-compat library; write \"cuda_compat\": \"{0}\" "
        "where it is one, else leave \"cuda\" out",
        to_string(*machine.cuda), to_string(*machine.driver));
  }
  return {};
}

}  // namespace

std::vector<std::string> profile_notes(const Profile& profile) {
  std::vector<std::string> out;
  for (const TargetGroup& machine : group_targets(profile)) {
    std::string note = note_of(machine, resolve(machine));
    if (!note.empty()) {
      out.push_back(fmt::format("target {}: {}", machine.name, note));
    }
  }
  return out;
}

}  // namespace cudacompat
