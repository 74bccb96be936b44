// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/bytes/result.h"

namespace cudacompat {

/// The name of a wheel's list of files: "<name>-<version>.dist-info/RECORD".
bool is_wheel_record(std::string_view member);

/// A new file's row of RECORD.
struct RecordRow {
  std::string sha256;  // hexadecimal digits
  std::uint64_t size = 0;
};

/// RECORD (CSV: name, hash, size; binary distribution format 1.0) with new rows
/// for the files in `changed`, all else as it is. An Error where one of them
/// has no row.
Result<std::string> updated_record(
    std::string_view record, const std::map<std::string, RecordRow>& changed);

}  // namespace cudacompat
