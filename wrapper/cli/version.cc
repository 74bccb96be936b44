#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "facts/tables.h"
#include "report/inspect.h"
#include "report/json_writer.h"

namespace cudacompat {

int run_version(int argc, char** argv) {
  Options options("version", "The version of this program and of its facts.",
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
