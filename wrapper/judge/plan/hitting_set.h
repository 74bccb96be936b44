// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cudacompat {

/// Candidates as bits: bit i is candidate i.
using CandidateSet = std::uint64_t;
inline constexpr std::size_t kMostCandidates = 64;

/// The smallest set of candidates that has one of each group's set. Among sets
/// of that size the one with the greatest sum of `worth` (one value for each
/// candidate), then the one with the lower candidates: the same input gives
/// the same answer. Groups with an empty set are passed over. Ascending.
///
/// Exact: groups that share no candidate are solved apart, and code for a GPU
/// comes from its own major only, so that a part has few candidates.
std::vector<std::size_t> hitting_set(std::vector<CandidateSet> groups,
                                     const std::vector<std::uint64_t>& worth);

}  // namespace cudacompat
