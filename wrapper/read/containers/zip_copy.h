// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// Writes the zip file `original` to the file `path` (made or emptied), member
/// by member in the same order with the same times, modes and comments. The
/// packed bytes are copied as they are, but for the members in `replaced`,
/// whose new bytes are packed by the method of the old ones. Read the copy
/// again before it is put to use.
Result<void> copy_zip(ByteSource& original, const std::string& path,
                      const std::map<std::string, ByteSource*>& replaced);

}  // namespace cudacompat
