// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/select.h"

#include <algorithm>
#include <bit>
#include <set>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

std::vector<PlannedArch> capped(std::vector<PlannedArch> candidates) {
  if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
  return candidates;
}

/// How many groups have a candidate's very GPU: where two lists are equally
/// short, the one with more native code is better.
std::vector<std::uint64_t> native_groups(
    const Trial& trial, const std::vector<PlannedArch>& candidates) {
  std::vector<std::uint64_t> worth(candidates.size());
  for (const JudgedGroup& target : trial.groups()) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].arch.number == target.machine.gpu.cc) ++worth[i];
    }
  }
  return worth;
}

/// The highest architecture of each group's set: its own where there is one.
std::vector<std::size_t> highest_each(const std::vector<CandidateSet>& groups) {
  std::set<std::size_t> chosen;
  for (const CandidateSet set : groups) {
    if (set == 0) continue;
    chosen.insert(static_cast<std::size_t>(std::bit_width(set)) - 1);
  }
  return {chosen.begin(), chosen.end()};
}

bool has_sass(const std::vector<PlannedArch>& archs, Arch arch) {
  return std::ranges::any_of(archs, [&](const PlannedArch& planned) {
    return planned.real && planned.arch == arch;
  });
}

/// PTX for the groups that have no SASS: the fewest that serve them all, at
/// an architecture that is compiled for anyway where one will do, and as high
/// as they all can use.
void add_ptx(std::vector<PlannedArch>& archs, const Trial& trial,
             const std::vector<CandidateSet>& needing) {
  const std::vector<PlannedArch> candidates = ptx_candidates(trial);
  std::vector<std::uint64_t> worth;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool planned = has_sass(archs, candidates[i].arch);
    worth.push_back(i + (planned ? kMostCandidates : 0));
  }
  for (const std::size_t i : hitting_set(needing, worth)) {
    archs.push_back(candidates[i]);
  }
}

/// What later GPUs compile: PTX of the plan's highest base architecture that is
/// no Tegra chip, or of the toolkit's highest below the plan's Tegra chips.
std::optional<Arch> future_arch(const std::vector<PlannedArch>& archs,
                                const Trial& trial) {
  std::optional<Arch> highest;
  std::uint16_t ceiling = 0;
  for (const PlannedArch& planned : archs) {
    ceiling = std::max(ceiling, planned.arch.number);
    if (!is_tegra(planned.arch.number)) highest = planned.arch;
  }
  if (highest) return highest;
  for (const PlannedArch& candidate : ptx_candidates(trial)) {
    if (candidate.arch.number < ceiling) highest = candidate.arch;
  }
  return highest;
}

/// Do these have every group at least where those had it?
bool no_group_worse(const Trial& trial, const std::vector<PlannedArch>& these,
                    const std::vector<PlannedArch>& those) {
  const auto now = trial.judge(these, trial.downgrade_for(these));
  const auto before = trial.judge(those, trial.downgrade_for(those));
  return std::ranges::equal(now.targets, before.targets,
                            [](const TargetVerdict& a, const TargetVerdict& b) {
                              return a.outcome <= b.outcome;
                            });
}

bool has_base_ptx(const std::vector<PlannedArch>& archs) {
  return std::ranges::any_of(archs, [](const PlannedArch& planned) {
    return planned.virtual_ && planned.arch.scope == ArchScope::base;
  });
}

}  // namespace

std::vector<CandidateSet> served(const Trial& trial,
                                 const std::vector<PlannedArch>& candidates,
                                 Outcome wanted,
                                 std::optional<Version> downgrade_to) {
  std::vector<CandidateSet> sets(trial.groups().size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const ArtifactVerdict verdict = trial.judge({candidates[i]}, downgrade_to);
    for (const TargetVerdict& target : verdict.targets) {
      if (target.outcome == wanted) {
        sets[target.group_index] |= CandidateSet{1} << i;
      }
    }
  }
  return sets;
}

std::vector<PlannedArch> sass_candidates(const Trial& trial) {
  std::vector<PlannedArch> candidates;
  for (const Arch arch : trial.bases()) candidates.push_back(sass_of(arch));
  return capped(std::move(candidates));
}

std::vector<PlannedArch> ptx_candidates(const Trial& trial) {
  std::vector<PlannedArch> candidates;
  for (const Arch arch : trial.bases()) {
    if (!is_tegra(arch.number)) candidates.push_back(ptx_of(arch));
  }
  return capped(std::move(candidates));
}

std::vector<CandidateSet> served_by_ptx(const Trial& trial) {
  const std::vector<PlannedArch> candidates = ptx_candidates(trial);
  auto sets = served(trial, candidates, Outcome::loads_jit);
  if (!trial.policy().downgrade_ptx) return sets;
  std::set<Version> ceilings;
  for (std::size_t c = 0; c < sets.size(); ++c) {
    const auto ceiling = trial.ceiling(c);
    if (ceiling) ceilings.insert(*ceiling);
  }
  for (const Version ceiling : ceilings) {
    const auto downgraded =
        served(trial, candidates, Outcome::loads_jit, ceiling);
    for (std::size_t c = 0; c < sets.size(); ++c) {
      if (trial.ceiling(c) == ceiling) sets[c] |= downgraded[c];
    }
  }
  return sets;
}

std::vector<PlannedArch> merged(std::vector<PlannedArch> archs) {
  std::ranges::stable_sort(archs, {}, &PlannedArch::arch);
  std::vector<PlannedArch> result;
  for (PlannedArch& planned : archs) {
    if (result.empty() || result.back().arch != planned.arch) {
      result.push_back(std::move(planned));
      continue;
    }
    result.back().real |= planned.real;
    result.back().virtual_ |= planned.virtual_;
  }
  return result;
}

std::vector<PlannedArch> select_archs(const Trial& trial, Optimize optimize) {
  const std::vector<PlannedArch> candidates = sass_candidates(trial);
  auto by_sass = served(trial, candidates, Outcome::loads);
  const Trial fixed = trial.on_new_drivers();
  const auto fixed_sass = served(fixed, candidates, Outcome::loads);
  std::vector<CandidateSet> by_ptx(by_sass.size());
  std::vector<CandidateSet> fixed_ptx(by_sass.size());
  if (trial.accepts(Outcome::loads_jit)) {
    by_ptx = served_by_ptx(trial);
    fixed_ptx = served(fixed, ptx_candidates(trial), Outcome::loads_jit);
  }
  std::vector<CandidateSet> needing;
  for (std::size_t c = 0; c < by_sass.size(); ++c) {
    if (by_sass[c] != 0) continue;
    if (by_ptx[c] == 0) by_sass[c] = fixed_sass[c];
    if (by_sass[c] == 0) {
      needing.push_back(by_ptx[c] != 0 ? by_ptx[c] : fixed_ptx[c]);
    }
  }
  std::vector<PlannedArch> archs;
  archs.reserve(candidates.size());
  const auto chosen =
      optimize == Optimize::size
          ? hitting_set(by_sass, native_groups(trial, candidates))
          : highest_each(by_sass);
  for (const std::size_t i : chosen) archs.push_back(candidates[i]);
  add_ptx(archs, trial, needing);
  archs = merged(std::move(archs));
  const bool has_ptx = has_base_ptx(archs);
  if (!trial.policy().future_gpus || (has_ptx && optimize == Optimize::size)) {
    return archs;
  }
  const auto future = future_arch(archs, trial);
  if (!future) return archs;
  std::vector<PlannedArch> more = archs;
  more.push_back(ptx_of(*future));
  more = merged(std::move(more));
  // A second PTX may be what a driver picks and cannot read.
  return !has_ptx || no_group_worse(trial, more, archs) ? more : archs;
}

}  // namespace cudacompat
