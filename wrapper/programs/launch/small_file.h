// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes/result.h"

namespace cudacompat {

/// The whole of a regular file of at most `limit` bytes. Pipes and devices are
/// refused: what we would read from them would be missing for the command.
Result<std::string> read_small_file(const std::string& path,
                                    std::uint64_t limit);

}  // namespace cudacompat
