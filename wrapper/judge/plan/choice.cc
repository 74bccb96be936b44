// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/choice.h"

#include <algorithm>
#include <utility>

#include "judge/facts/tables.h"
#include "judge/plan/assemble_plan.h"
#include "judge/plan/format_arch_list.h"
#include "judge/plan/plan.h"
#include "judge/plan/prediction.h"
#include "judge/plan/select.h"
#include "judge/plan/trial.h"
#include "judge/verdict/finding.h"

namespace cudacompat {
namespace {

bool can_build(const ToolkitFacts& toolkit, Arch arch) {
  if (std::ranges::find(toolkit.archs, arch) != toolkit.archs.end())
    return true;
  // nvcc lists no a and f architectures: of a release that has no row it is not
  // known which it has.
  return !toolkit.in_tables && arch.scope != ArchScope::base;
}

/// The other number of a chip that was renamed, where this toolkit has it.
std::optional<Arch> other_name(const ToolkitFacts& toolkit, Arch arch) {
  for (const Arch& known : toolkit.archs) {
    if (known.scope == arch.scope && known.number != arch.number &&
        canonical_number(known.number) == canonical_number(arch.number)) {
      return known;
    }
  }
  return std::nullopt;
}

Finding cannot_build(const ToolkitFacts& toolkit, const PlannedArch& planned) {
  const std::string name = to_string(planned.arch);
  const ArchRow* row = find_arch(planned.arch);
  std::string cause = fmt::format("no table knows sm_{}", name);
  std::string fix = "correct the architecture, or leave it out";
  if (const auto other = other_name(toolkit, planned.arch)) {
    cause = fmt::format("it calls this chip sm_{}", to_string(*other));
    fix = fmt::format(
        "write {}",
        to_cmake_list({{*other, planned.real, planned.virtual_, ""}}));
  } else if (row != nullptr && row->first_toolkit > toolkit.cuda) {
    cause = fmt::format("sm_{} came with CUDA {}", name,
                        to_string(row->first_toolkit));
    fix = fmt::format("leave it out, or build with CUDA {} or newer",
                      to_string(row->first_toolkit));
  } else if (row != nullptr && row->last_toolkit != Version{}) {
    cause = fmt::format("sm_{} ended with CUDA {}", name,
                        to_string(row->last_toolkit));
    fix = fmt::format("leave it out, or build with CUDA {}",
                      to_string(row->last_toolkit));
  } else if (row != nullptr) {
    cause = "it does not list it";
  }
  return make_finding(
      "CC610", Severity::error,
      fmt::format("the build stops at {} (Unsupported gpu "
                  "architecture): nvcc {} does not have it: {}",
                  to_cmake_list({planned}), toolkit.release, cause),
      fix);
}

std::vector<Unserved> unserved_by_choice(const Trial& trial,
                                         const Prediction& chosen,
                                         const Prediction& plan) {
  std::vector<Unserved> unserved;
  for (std::size_t c = 0; c < chosen.groups.size(); ++c) {
    const Outcome outcome = chosen.groups[c].outcome;
    if (trial.accepts(outcome) && outcome != Outcome::unknown) continue;
    Unserved one{c, chosen.archs, {}};
    // Where the machine is at fault too, the choice may still lack code.
    const bool lacking =
        trial.accepts(plan.groups[c].outcome) || !chosen.used[c];
    if (lacking && plan.used[c]) one.add = {*plan.used[c]};
    unserved.push_back(std::move(one));
  }
  return unserved;
}

bool serves_later_gpus(const PlannedArch& planned) {
  return planned.virtual_ && planned.arch.scope == ArchScope::base &&
         !is_tegra(planned.arch.number);
}

/// The plan's own PTX for later GPUs, where the choice has none.
void no_later_ptx(std::vector<Finding>& findings, const Trial& trial,
                  const Prediction& chosen, const Prediction& plan) {
  if (!trial.policy().future_gpus ||
      std::ranges::any_of(chosen.archs, serves_later_gpus)) {
    return;
  }
  const auto found = std::ranges::find_if(plan.archs, serves_later_gpus);
  if (found == plan.archs.end()) return;
  const auto tegra =
      std::ranges::find_if(chosen.archs, [](const PlannedArch& planned) {
        return planned.virtual_ && is_tegra(planned.arch.number);
      });
  const bool only_tegra = tegra != chosen.archs.end();
  findings.push_back(make_finding(
      only_tegra ? "CC304" : "CC103", Severity::warning,
      only_tegra
          ? fmt::format("GPUs that come later may find no code: the only PTX "
                        "is for a Jetson chip (compute_{}), which is not a "
                        "general fallback",
                        to_string(tegra->arch))
          : "GPUs that come later find no code: the profile asks for PTX for "
            "them (\"future_gpus\"), and the architectures have none that "
            "every later GPU can compile",
      fmt::format("add {} to the architectures",
                  to_cmake_list({ptx_of(found->arch)}))));
}

void unused_code(std::vector<Finding>& findings, const Prediction& chosen) {
  std::vector<PlannedArch> dead;
  for (const PlannedArch& one : chosen.unused) {
    if (one.real) dead.push_back(one);
  }
  if (dead.empty() || chosen.groups.empty()) return;
  const std::string list = to_cmake_list(dead);
  findings.push_back(make_finding(
      "CC701", Severity::note,
      fmt::format(
          "{} makes the product larger for no machine: no target group of the "
          "profile loads it",
          list),
      fmt::format("leave out {}", list)));
}

}  // namespace

BuildPlan judge_choice(const Profile& profile, const ToolkitFacts& toolkit,
                       std::vector<PlannedArch> chosen) {
  const Trial trial(profile, toolkit);
  std::vector<Finding> unbuildable;
  std::vector<PlannedArch> built;
  for (PlannedArch& planned : merged(std::move(chosen))) {
    if (can_build(toolkit, planned.arch)) {
      built.push_back(std::move(planned));
    } else {
      unbuildable.push_back(cannot_build(toolkit, planned));
    }
  }
  const bool later = trial.policy().future_gpus;
  Prediction choice = look_at(trial, std::move(built), later);
  const Prediction plan =
      look_at(trial, select_archs(trial, Optimize::size), later);
  const auto unserved = unserved_by_choice(trial, choice, plan);
  std::vector<Finding> notes;
  no_later_ptx(notes, trial, choice, plan);
  unused_code(notes, choice);
  BuildPlan result = assemble_plan(profile, trial, std::move(choice), unserved);
  result.findings.insert(result.findings.begin(), unbuildable.begin(),
                         unbuildable.end());
  result.findings.insert(result.findings.end(), notes.begin(), notes.end());
  std::ranges::stable_sort(result.findings, std::greater<>{},
                           &Finding::severity);
  return result;
}

}  // namespace cudacompat
