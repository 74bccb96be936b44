// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/plan/format_arch_list.h"
#include "judge/plan/plan.h"

namespace cudacompat::test {

/// A profile of groups in shorthand: "8.9@535.183.06", "8.7-tegra@cuda12.6".
inline Profile fleet(const std::vector<std::string>& targets) {
  Profile profile;
  profile.name = "fleet";
  for (const std::string& text : targets) {
    const auto target = parse_target_shorthand(text);
    if (!target) {
      ADD_FAILURE() << text << ": " << target.error().message;
      continue;
    }
    profile.targets.push_back(*target);
  }
  return profile;
}

inline ToolkitFacts toolkit(const std::string& version) {
  const auto facts = toolkit_from_tables(parse_version(version).value());
  if (facts) return *facts;
  ADD_FAILURE() << "no toolkit " << version;
  return {};
}

inline std::string list_of(const BuildPlan& plan) {
  return to_cmake_list(plan.architectures);
}

/// "CC201 error: message | fix" of each finding, a line each.
inline std::string told(const BuildPlan& plan) {
  std::string text;
  for (const Finding& finding : plan.findings) {
    text +=
        fmt::format("{} {}: {} | {}\n", finding.id, to_string(finding.severity),
                    finding.message, finding.fix);
  }
  return text;
}

inline Outcome outcome_of(const BuildPlan& plan, const std::string& name) {
  for (const PlannedGroup& planned : plan.groups) {
    if (planned.name == name) return planned.outcome;
  }
  ADD_FAILURE() << "no target group " << name;
  return Outcome::unknown;
}

}  // namespace cudacompat::test
