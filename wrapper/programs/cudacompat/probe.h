// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/model/profile.h"

namespace cudacompat {

/// The built-in profile `this-machine`; where there is none, why has been
/// written to stderr, and `status` is what to exit with.
std::optional<Profile> probed_profile(bool quiet, int& status);

}  // namespace cudacompat
