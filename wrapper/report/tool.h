#pragma once

#include <string>

#include "base/json/json_writer.h"

namespace cudacompat {

/// Who made a report: "cudacompat", "0.1.0".
struct Tool {
  std::string name, version;
};
Tool this_tool();

/// The member "tool" of every JSON report.
void write_tool(JsonWriter& json, const Tool& tool);

}  // namespace cudacompat
