// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/flag_findings.h"

#include <utility>

namespace cudacompat {
namespace {

constexpr const char* kFix =
    "choose architectures: cudacompat plan -p PROFILE --format nvcc prints the "
    "flags";

Finding warning(const char* id, std::string message) {
  Finding finding;
  finding.id = id;
  finding.severity = Severity::warning;
  finding.message = std::move(message);
  finding.fix = kFix;
  return finding;
}

/// A device link and an archive of objects only take what their inputs and
/// flags say; nvcc's default matters in all that generates code.
bool default_matters(const Invocation& invocation) {
  return invocation.nvcc && invocation.phase != NvccPhase::lib;
}

}  // namespace

void add_flag_findings(const Invocation& invocation,
                       const ArtifactVerdict& verdict,
                       std::vector<Finding>& findings) {
  if (verdict.outcome == Outcome::loads || !default_matters(invocation)) return;
  if (invocation.arch.none()) {
    findings.push_back(warning(
        "CC601",
        "which GPUs this runs on is left to the version of nvcc: no "
        "architecture was chosen, so it took its default (sm_52 in CUDA 11 and "
        "12, sm_75 in 13) and PTX for it; on other GPUs results may be wrong "
        "without a word where launch errors are not checked"));
  } else if (invocation.arch.native()) {
    findings.push_back(warning(
        "CC602",
        "which GPUs this runs on is left to the build machine: -arch=native is "
        "its own GPU or, without one, nvcc's default (sm_52 in CUDA 11 and 12, "
        "sm_75 in 13)"));
  }
}

}  // namespace cudacompat
