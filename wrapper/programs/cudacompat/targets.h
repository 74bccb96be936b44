// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/profile.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// The name of the built-in profile.
inline constexpr std::string_view kPortable = "portable";

/// A profile on the command line: a file, "-", "portable" or "this-machine".
/// What is wrong with it has been written to stderr where nothing comes back.
std::optional<Profile> load_profile(const std::string& name,
                                    const ToolkitFacts* toolkit);

/// What `check` judges against.
struct Targets {
  std::string profile;
  Policy policy;
  std::vector<TargetGroup> groups;
};

struct TargetOptions {
  std::string profile;               // -p; empty: not given
  std::vector<std::string> targets;  // --target
  bool quiet = false;
};

/// -p and --target together; else $CUDACOMPAT_PROFILE; else `portable` for the
/// local toolkit, with a word about it. --target alone is judged alone. A
/// profile may also be its groups (`plan --format groups`). `status` is
/// set where nothing comes back: a message has been written.
std::optional<Targets> load_targets(const TargetOptions& options, int& status);

}  // namespace cudacompat
