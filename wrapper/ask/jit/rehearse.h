// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ask/jit/compile.h"
#include "ask/jit/refusal.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// A JIT compiler's answer that is not what the rules predicted, or no answer.
struct RehearsalProblem {
  enum class Kind : std::uint8_t {
    refused,      // and the rules said so, or said loads-jit: `predicted` tells
    accepted,     // though the rules said that it fails: a fault of our tables
    no_answer,    // the compiler failed, or the text could not be read; `why`
    no_compiler,  // none of the group's release is available, and the rules see
                  // no failure
  };
  Kind kind = Kind::refused;
  std::uint32_t container = 0;   // the first: index into containers
  std::uint64_t containers = 1;  // that share it
  Outcome predicted = Outcome::unknown;
  Outcome outcome = Outcome::unknown;  // of a refusal: fails-222 or fails-218
  std::vector<Refusal> refusals;
  std::string why;
  bool same_as(const RehearsalProblem& other) const;
};

/// One driver case of one group.
struct RehearsedTarget {
  Outcome outcome = Outcome::loads;  // with the compilers' answers
  Outcome predicted = Outcome::loads;
  std::optional<Version> cuda;  // the release whose compiler was asked
  std::uint64_t compiled = 0;   // containers proven by a JIT compiler
  std::uint64_t by_rule = 0;    // containers judged by rule (SASS, and failures
                                // that no compiler can be asked about)
  std::vector<bool> by_rule_shapes;        // by ArtifactFacts::shapes
  std::vector<RehearsalProblem> troubles;  // the first kMostTroubles
  std::uint64_t trouble_count = 0;
  static constexpr std::size_t kMostTroubles = 20;
};

/// Asks the compiler of the group's own release what the group's driver would
/// be asked to compile; nullopt: none available.
using AskCompiler =
    std::function<std::optional<JitAnswer>(Version cuda, const JitInput&)>;
/// Called with the number of containers done.
using RehearsalProgress = std::function<void(std::uint64_t)>;

/// `groups` has one driver_case each (see one_driver_case_each), `verdict` is
/// judge() of `facts` for them. Walks `source` once. The answer is per group,
/// parallel to `groups`. An Error where the file cannot be read any more.
Result<std::vector<RehearsedTarget>> rehearse(
    ByteSource& source, Depth depth, const ArtifactFacts& facts,
    const ArtifactVerdict& verdict, const std::vector<JudgedGroup>& groups,
    const AskCompiler& ask, const RehearsalProgress& progress);

/// A group for each driver_case: a range of drivers is rehearsed at its ends.
std::vector<JudgedGroup> one_driver_case_each(
    const std::vector<JudgedGroup>& groups);

}  // namespace cudacompat
