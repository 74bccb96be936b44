// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/json/json_writer.h"
#include "judge/facts/tables_print.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/named_texts.h"
#include "programs/cudacompat/options.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

/// The part of facts_text() that is about one table: its heading and its rows.
std::string only_table(std::string_view text, std::string_view name) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n') + 1);
    text.remove_prefix(line.empty() ? text.size() : line.size());
    if (line.starts_with(name) && line.size() > name.size() &&
        (line[name.size()] == ' ' || line[name.size()] == ':')) {
      out += line;
    }
  }
  return out;
}

void write_json(const Sink& sink, std::string_view name) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.key("tables");
  json.begin_object();
  for (const FactFile& file : fact_files()) {
    if (!name.empty() && file.name != name) continue;
    json.key(file.name);
    json.raw(file.json.substr(0, file.json.find_last_not_of(" \n") + 1));
  }
  json.end();
  json.end();
}

}  // namespace

int run_facts(int argc, char** argv) {
  Options options("facts",
                  "The tables behind the verdicts, each row with its source.",
                  {"text", "json"});
  std::vector<std::string_view> names;
  for (const FactFile& file : fact_files()) names.push_back(file.name);
  std::string name;
  options.argument("NAME", name, "one table");
  options.footer("tables: " + listed_names(names));
  if (const auto status = options.parse(argc, argv)) return *status;
  if (!name.empty() && !is_known_name("table", name, names)) return kUsage;
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_json(output.sink(), name);
  } else {
    const std::string text = facts_text();
    output.sink()(name.empty() ? text : only_table(text, name));
  }
  return finish(output, kGood);
}

}  // namespace cudacompat
