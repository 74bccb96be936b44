// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/model/profile.h"
#include "base/text/sink.h"

namespace cudacompat {

/// A profile as the JSON that parse_profile reads back to the same: one line a
/// target, and nothing that is as by default.
void write_profile_json(const Sink& sink, const Profile& profile);

/// A target's object; equal for targets that are equal.
std::string target_json(const TargetSpec& target);

/// "sm_90" for SASS, "compute_90" for PTX, as a profile's "archs".
std::vector<std::string> arch_words(const FrameworkSpec& framework);

/// The "policy" alone; empty where it is the default.
std::string policy_json(const Policy& policy);

}  // namespace cudacompat
