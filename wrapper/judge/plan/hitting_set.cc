// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/hitting_set.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

namespace cudacompat {
namespace {

std::vector<std::size_t> members(CandidateSet set) {
  std::vector<std::size_t> result;
  for (; set != 0; set &= set - 1) {
    result.push_back(static_cast<std::size_t>(std::countr_zero(set)));
  }
  return result;
}

bool subset(CandidateSet inner, CandidateSet outer) {
  return (inner & ~outer) == 0;
}

/// Once each, and without those that another one's answer serves anyway.
std::vector<CandidateSet> needed(std::vector<CandidateSet> groups) {
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  std::vector<CandidateSet> kept;
  for (const CandidateSet one : groups) {
    const bool served = std::ranges::any_of(groups, [&](CandidateSet other) {
      return other != one && other != 0 && subset(other, one);
    });
    if (one != 0 && !served) kept.push_back(one);
  }
  return kept;
}

/// The best choice of exactly `size` out of a part's candidates.
class PartSearch {
 public:
  PartSearch(const std::vector<CandidateSet>& groups,
             const std::vector<std::uint64_t>& worth)
      : groups_(groups), worth_(worth) {
    candidates_ = members(
        std::accumulate(groups.begin(), groups.end(), CandidateSet{0},
                        [](CandidateSet a, CandidateSet b) { return a | b; }));
  }

  CandidateSet smallest() {
    // All candidates together always do: the loop ends.
    for (std::size_t size = 1; !best_; ++size) extend(0, size, 0, 0);
    return *best_;
  }

 private:
  void extend(CandidateSet chosen, std::size_t left, std::size_t from,
              std::uint64_t value) {
    if (left == 0) {
      const bool covers = std::ranges::all_of(
          groups_, [&](CandidateSet one) { return (one & chosen) != 0; });
      // Sets come in ascending order: the first of equal worth stays.
      if (covers && (!best_ || value > best_value_)) {
        best_ = chosen;
        best_value_ = value;
      }
      return;
    }
    for (std::size_t i = from; i + left <= candidates_.size(); ++i) {
      const std::size_t candidate = candidates_[i];
      extend(chosen | CandidateSet{1} << candidate, left - 1, i + 1,
             value + worth_[candidate]);
    }
  }

  const std::vector<CandidateSet>& groups_;
  const std::vector<std::uint64_t>& worth_;
  std::vector<std::size_t> candidates_;
  std::optional<CandidateSet> best_;
  std::uint64_t best_value_ = 0;
};

/// Takes the groups that hang together with the last one out of `rest`.
std::vector<CandidateSet> take_part(std::vector<CandidateSet>& rest) {
  std::vector<CandidateSet> part{rest.back()};
  rest.pop_back();
  CandidateSet reach = part.front();
  for (bool grown = true; grown;) {
    const auto joined =
        std::partition(rest.begin(), rest.end(),
                       [&](CandidateSet one) { return (one & reach) == 0; });
    grown = joined != rest.end();
    for (auto one = joined; one != rest.end(); ++one) {
      part.push_back(*one);
      reach |= *one;
    }
    rest.erase(joined, rest.end());
  }
  return part;
}

}  // namespace

std::vector<std::size_t> hitting_set(std::vector<CandidateSet> groups,
                                     const std::vector<std::uint64_t>& worth) {
  std::vector<CandidateSet> rest = needed(std::move(groups));
  CandidateSet chosen = 0;
  while (!rest.empty()) {
    const std::vector<CandidateSet> part = take_part(rest);
    chosen |= PartSearch(part, worth).smallest();
  }
  return members(chosen);
}

}  // namespace cudacompat
