// SPDX-License-Identifier: Apache-2.0
#include "report/tool.h"

namespace cudacompat {

Tool this_tool() { return {"cudacompat", CUDACOMPAT_VERSION}; }

void write_tool(JsonWriter& json, const Tool& tool) {
  json.key("tool");
  json.begin_object(JsonWriter::Layout::line);
  json.member("name", tool.name);
  json.member("version", tool.version);
  json.end();
}

}  // namespace cudacompat
