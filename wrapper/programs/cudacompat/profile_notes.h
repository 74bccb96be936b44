// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/model/profile.h"

namespace cudacompat {

/// What is right in form and perhaps not what was meant, a line each: a group
/// on which no code can be better than `unknown`, or fails whatever it is, and
/// a "cuda" above the driver's own that is taken for a cuda-compat library.
std::vector<std::string> profile_notes(const Profile& profile);

}  // namespace cudacompat
