#include "plan/rescue.h"

#include <algorithm>

#include "facts/tables.h"
#include "plan/select.h"

namespace cudacompat {
namespace {

/// Releases that have a toolkit, oldest first.
std::vector<Version> toolkits() {
  std::vector<Version> result;
  for (const ReleaseRow& row : release_table()) {
    if (!row.archs.empty()) result.push_back(row.cuda);
  }
  std::ranges::sort(result);
  return result;
}

std::vector<Rescue> rescues_of(const Trial& trial, bool new_drivers) {
  std::vector<Rescue> rescues(trial.classes().size());
  for (const Version cuda : toolkits()) {
    if (cuda == trial.toolkit().cuda) continue;
    const bool older = cuda < trial.toolkit().cuda;
    const Trial same = trial.with(*toolkit_from_tables(cuda));
    const Trial other = new_drivers ? same.on_new_drivers() : same;
    const auto sass = served(other, sass_candidates(other), Outcome::loads);
    const auto ptx = served(other, ptx_candidates(other), Outcome::loads_jit);
    for (std::size_t c = 0; c < rescues.size(); ++c) {
      Rescue& rescue = rescues[c];
      if (sass[c] != 0 && older) rescue.older = cuda;
      if (sass[c] != 0 && !older && !rescue.newer) rescue.newer = cuda;
      if (ptx[c] != 0 && older) rescue.older_ptx = cuda;
    }
  }
  return rescues;
}

}  // namespace

std::vector<Rescue> find_rescues(const Trial& trial) {
  return rescues_of(trial, false);
}

std::vector<Rescue> find_rescues_on_new_drivers(const Trial& trial) {
  return rescues_of(trial, true);
}

std::optional<Version> release_for_all(const Trial& trial) {
  std::optional<Version> newest;
  for (const Version cuda : toolkits()) {
    const Trial other = trial.with(*toolkit_from_tables(cuda));
    auto sets = served(other, sass_candidates(other), Outcome::loads);
    if (trial.accepts(Outcome::loads_jit)) {
      const auto ptx = served_by_ptx(other);
      for (std::size_t c = 0; c < sets.size(); ++c) sets[c] |= ptx[c];
    }
    const bool all =
        std::ranges::none_of(sets, [](CandidateSet set) { return set == 0; });
    if (all) newest = cuda;
  }
  return newest;
}

}  // namespace cudacompat
