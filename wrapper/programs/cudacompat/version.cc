// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/json/json_writer.h"
#include "judge/facts/tables.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/options.h"
#include "report/tool.h"

namespace cudacompat {

int run_version(int argc, char** argv) {
  Options options("version", "The version of this program and its facts.",
                  {"text", "json"});
  if (const auto status = options.parse(argc, argv)) return *status;
  Output output;
  if (!options.open(output)) return kUsage;
  const Version newest = newest_release();
  if (options.common().format == "json") {
    JsonWriter json(output.sink());
    json.begin_object();
    json.member("schema_version", kReportSchemaVersion);
    write_tool(json, this_tool());
    json.member("newest_cuda", to_string(newest));
    json.end();
  } else {
    output.sink()(fmt::format("cudacompat {} (knows CUDA up to {})\n",
                              this_tool().version, to_string(newest)));
  }
  return finish(output, kGood);
}

}  // namespace cudacompat
