// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/json/json_writer.h"
#include "base/text/message_text.h"
#include "base/text/style.h"
#include "judge/verdict/finding_table.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/own_findings.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

void write_text(const Sink& sink, const std::vector<FindingRow>& rows,
                bool whole, TextStyle style) {
  for (const FindingRow& row : rows) {
    sink(fmt::format("{}  {}\n", colored(row.id, Paint::strong, style.color),
                     row.title));
    if (!whole) continue;
    sink(fmt::format("  rule:   {}\n  fix:   {}\n  source: {}\n", row.rule,
                     row.fix, row.source));
  }
}

void write_json(const Sink& sink, const std::vector<FindingRow>& rows) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.key("findings");
  json.begin_array();
  for (const FindingRow& row : rows) {
    json.begin_object();
    json.member("id", row.id);
    json.member("title", row.title);
    json.member("rule", row.rule);
    json.member("fix", row.fix);
    json.member("source", row.source);
    json.end();
  }
  json.end();
  json.end();
}

/// "cc201" and "201" are CC201.
std::string canonical_id(std::string id) {
  for (char& c : id) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  const bool digits =
      !id.empty() && std::all_of(id.begin(), id.end(),
                                 [](char c) { return c >= '0' && c <= '9'; });
  return digits ? "CC" + id : id;
}

}  // namespace

int run_explain(int argc, char** argv) {
  Options options("explain",
                  "Explains a finding: rule, fix and source. Without ID, lists "
                  "all.",
                  {"text", "json"});
  std::string id;
  options.argument("ID", id, "CC201, cc201 or 201");
  if (const auto status = options.parse(argc, argv)) return *status;
  const auto table = finding_table();
  std::vector<FindingRow> rows(table.begin(), table.end());
  if (!id.empty()) {
    std::vector<std::string_view> ids;
    for (const FindingRow& row : rows) ids.push_back(row.id);
    const std::string wanted = canonical_id(id);
    std::erase_if(rows,
                  [&](const FindingRow& row) { return row.id != wanted; });
    if (rows.empty()) {
      const std::string_view meant = nearest(wanted, ids);
      print_error("there is no finding {}; {}`cudacompat explain` lists all",
                  quote(id),
                  meant.empty() ? "" : fmt::format("did you mean {}? ", meant));
      return kUsage;
    }
  }
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_json(output.sink(), rows);
  } else {
    write_text(output.sink(), rows, !id.empty() || options.common().verbose,
               options.style(output));
  }
  return finish(output, kGood);
}

}  // namespace cudacompat
