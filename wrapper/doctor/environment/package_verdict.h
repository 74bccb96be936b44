// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ask/frameworks/environment.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// What one group makes of a package: of its containers, counted by outcome.
struct PackageVerdict {
  std::array<std::uint64_t, std::size_t(Outcome::fails_804) + 1> containers{};
  /// As most containers go: a framework holds kernels for single GPUs beside
  /// those for all, and picks among them at run time, so that one container
  /// without code for a GPU says nothing. Where a whole file cannot be used
  /// (its CUDA runtime is too new for the driver), that counts for all of it.
  /// nullopt: it holds no device code.
  std::optional<Outcome> outcome;
  /// The finding that says why, of the container kind that fails most; where
  /// `outcome` is accepted, nullopt.
  std::optional<Finding> why;
  /// Where `outcome` is accepted: why some of it fails otherwise than for want
  /// of code for the GPU; nullopt: none does.
  std::optional<Finding> other;
  std::uint64_t unread = 0;  // files that could not be read, or not wholly

  std::uint64_t all() const;
  std::uint64_t loading() const;  // loads and loads-jit
};

PackageVerdict judge_package(const Package& package, const JudgedGroup& machine,
                             const Policy& policy);

}  // namespace cudacompat
