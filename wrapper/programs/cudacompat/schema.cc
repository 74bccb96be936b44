// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/named_texts.h"
#include "programs/cudacompat/options.h"

namespace cudacompat {

int run_schema(int argc, char** argv) {
  Options options(
      "schema",
      "Prints the JSON Schema of the profile or of a report. Without "
      "NAME, lists them.",
      {"text", "json"});
  std::vector<std::string_view> names;
  for (const NamedText& file : schema_files()) names.push_back(file.name);
  std::string name;
  options.argument("NAME", name, "which one");
  options.footer("names: " + listed_names(names));
  if (const auto status = options.parse(argc, argv)) return *status;
  if (!name.empty() && !is_known_name("schema", name, names)) return kUsage;
  Output output;
  if (!options.open(output)) return kUsage;
  for (const NamedText& file : schema_files()) {
    if (name.empty()) {
      output.sink()(fmt::format("{}\n", file.name));
    } else if (file.name == name) {
      output.sink()(file.text);
    }
  }
  return finish(output, kGood);
}

}  // namespace cudacompat
