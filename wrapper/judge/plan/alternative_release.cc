// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/alternative_release.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "judge/facts/tables.h"
#include "judge/plan/select.h"

namespace cudacompat {
namespace {

/// Releases that have a toolkit, newest first.
std::vector<Version> toolkits() {
  std::vector<Version> result;
  for (const ReleaseRow& row : release_table()) {
    if (!row.archs.empty()) result.push_back(row.cuda);
  }
  std::ranges::sort(result, std::greater<>{});
  return result;
}

enum class Code { sass, ptx };

std::vector<CandidateSet> served_by(const Trial& trial, Code code) {
  return code == Code::sass
             ? served(trial, sass_candidates(trial), Outcome::loads)
             : served(trial, ptx_candidates(trial), Outcome::loads_jit);
}

/// For each group the first of `releases` that serves it. Groups that have
/// theirs are not tried again.
std::vector<std::optional<Version>> first_of(
    const Trial& trial, const std::vector<Version>& releases, Code code,
    bool new_drivers) {
  std::vector<std::optional<Version>> found(trial.groups().size());
  std::vector<std::size_t> open(found.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (const Version cuda : releases) {
    if (open.empty()) break;
    const Trial same = trial.only(open).with(*toolkit_from_tables(cuda));
    const auto sets =
        served_by(new_drivers ? same.on_new_drivers() : same, code);
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (sets[i] != 0) {
        found[open[i]] = cuda;
      } else {
        rest.push_back(open[i]);
      }
    }
    open = std::move(rest);
  }
  return found;
}

std::vector<AlternativeRelease> rescues_of(const Trial& trial,
                                           bool new_drivers) {
  std::vector<Version> older;
  std::vector<Version> newer;
  for (const Version cuda : toolkits()) {
    if (cuda < trial.toolkit().cuda) older.push_back(cuda);
    if (cuda > trial.toolkit().cuda) newer.insert(newer.begin(), cuda);
  }
  const auto by_older = first_of(trial, older, Code::sass, new_drivers);
  const auto by_newer = first_of(trial, newer, Code::sass, new_drivers);
  const auto by_ptx = first_of(trial, older, Code::ptx, new_drivers);
  std::vector<AlternativeRelease> rescues;
  for (std::size_t c = 0; c < by_older.size(); ++c) {
    rescues.push_back({by_older[c], by_newer[c], by_ptx[c]});
  }
  return rescues;
}

}  // namespace

std::vector<AlternativeRelease> find_rescues(const Trial& trial) {
  return rescues_of(trial, false);
}

std::vector<AlternativeRelease> find_rescues_on_new_drivers(
    const Trial& trial) {
  return rescues_of(trial, true);
}

std::optional<Version> release_for_all(const Trial& trial) {
  for (const Version cuda : toolkits()) {
    const Trial other = trial.with(*toolkit_from_tables(cuda));
    auto sets = served_by(other, Code::sass);
    if (trial.accepts(Outcome::loads_jit)) {
      const auto ptx = served_by_ptx(other);
      for (std::size_t c = 0; c < sets.size(); ++c) sets[c] |= ptx[c];
    }
    if (std::ranges::find(sets, CandidateSet{0}) == sets.end()) return cuda;
  }
  return std::nullopt;
}

}  // namespace cudacompat
