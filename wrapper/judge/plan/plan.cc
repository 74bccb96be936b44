// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/plan.h"

#include <algorithm>
#include <utility>

#include "judge/facts/tables.h"
#include "judge/plan/assemble_plan.h"
#include "judge/plan/prediction.h"
#include "judge/plan/select.h"
#include "judge/plan/trial.h"
#include "judge/plan/unserved_target.h"

namespace cudacompat {
namespace {

std::vector<Unserved> unserved_by_plan(const Trial& trial,
                                       const Prediction& prediction) {
  std::vector<Unserved> unserved;
  for (std::size_t c = 0; c < prediction.groups.size(); ++c) {
    const Outcome outcome = prediction.groups[c].outcome;
    if (trial.accepts(outcome) && outcome != Outcome::unknown) continue;
    unserved.push_back({c, prediction.archs, {}});
  }
  return unserved;
}

bool has_ptx(const std::vector<PlannedArch>& archs) {
  return std::ranges::any_of(archs, &PlannedArch::virtual_);
}

/// "sm_107, sm_130": what the toolkit builds for and no table knows.
std::string without_gpu(const ToolkitFacts& toolkit) {
  std::string list;
  for (const Arch& arch : toolkit.archs) {
    if (arch.scope != ArchScope::base ||
        find_gpu(canonical_number(arch.number)) != nullptr) {
      continue;
    }
    list += (list.empty() ? "sm_" : ", sm_") + to_string(arch);
  }
  return list;
}

/// What a plan for a toolkit without a row rests on.
Finding asked_toolkit(const ToolkitFacts& toolkit) {
  const std::string ceiling =
      toolkit.ptx_isa ? fmt::format("writes PTX {} by what its ptxas says",
                                    to_string(*toolkit.ptx_isa))
                      : "has no ptxas that tells which PTX it writes";
  const std::string unknown = without_gpu(toolkit);
  return make_finding(
      "CC903", Severity::warning,
      fmt::format("some of what CUDA {} builds can only be judged as unknown: "
                  "the tables end with CUDA {}, so the toolkit was asked. It "
                  "{}, and its architectures are those of nvcc "
                  "--list-gpu-code, which leaves out a and f ones{}{}",
                  to_string(toolkit.cuda), to_string(newest_release()), ceiling,
                  unknown.empty() ? "" : "; no table knows the GPU of ",
                  unknown),
      "update cudacompat");
}

}  // namespace

BuildPlan assemble_plan(const Profile& profile, const Trial& trial,
                        Prediction prediction,
                        const std::vector<Unserved>& unserved) {
  BuildPlan plan;
  plan.profile = profile.name;
  plan.toolkit = trial.toolkit();
  plan.architectures = std::move(prediction.archs);
  if (has_ptx(plan.architectures)) plan.ptx_emitted = trial.toolkit().ptx_isa;
  plan.downgrade_to = prediction.downgrade_to;
  plan.groups = std::move(prediction.groups);
  const std::vector<UnservedTarget> troubles = explain(trial, unserved);
  for (const UnservedTarget& trouble : troubles) {
    plan.groups[trouble.group_index].because = trouble.cause;
  }
  plan.findings = to_findings(trial, troubles);
  if (!plan.toolkit.in_tables) {
    plan.findings.push_back(asked_toolkit(plan.toolkit));
  }
  if (plan.groups.empty()) {
    plan.findings.push_back(make_finding(
        "CC601", Severity::error,
        fmt::format("no architecture can be chosen: profile {} names no "
                    "machine",
                    profile.name),
        "add a row to \"targets\", or leave the profile out for the built-in "
        "portable one"));
  }
  return plan;
}

std::optional<ToolkitFacts> toolkit_from_tables(Version cuda) {
  const ReleaseRow* row = find_release(cuda);
  if (row == nullptr || row->archs.empty()) return std::nullopt;
  ToolkitFacts facts;
  facts.cuda = cuda;
  facts.release = to_string(cuda);
  facts.ptx_isa = row->ptx_isa;
  facts.archs.assign(row->archs.begin(), row->archs.end());
  return facts;
}

BuildPlan make_plan(const Profile& profile, const ToolkitFacts& toolkit,
                    Optimize optimize) {
  const Trial trial(profile, toolkit);
  Prediction prediction =
      look_at(trial, select_archs(trial, optimize), trial.policy().future_gpus);
  const auto unserved = unserved_by_plan(trial, prediction);
  return assemble_plan(profile, trial, std::move(prediction), unserved);
}

}  // namespace cudacompat
