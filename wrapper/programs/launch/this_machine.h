// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/bytes/result.h"

namespace cudacompat {

/// The groups of this machine, as the cudacompat beside this program writes
/// them (`cudacompat plan -p this-machine --format groups`): it can ask a
/// driver, which a launcher that starts with every compile must not carry.
/// Asked at each compile, so that what is built is judged for the GPUs of now.
Result<std::string> groups_of_this_machine();

}  // namespace cudacompat
