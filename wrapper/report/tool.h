// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/json/json_writer.h"

namespace cudacompat {

/// The `schema_version` of every JSON report.
inline constexpr std::uint64_t kReportSchemaVersion = 1;

/// Who made a report: "cudacompat", "0.1.0".
struct Tool {
  std::string name, version;
};
Tool this_tool();

/// The member "tool" of every JSON report.
void write_tool(JsonWriter& json, const Tool& tool);

}  // namespace cudacompat
