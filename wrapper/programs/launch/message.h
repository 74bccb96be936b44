// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cudacompat {

/// Writes to stderr in one write. What cannot be written (a closed descriptor,
/// a full disk, a reader that has gone) is dropped: no message is worth a
/// build.
void say(std::string_view text);

}  // namespace cudacompat
