// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json/json_writer.h"
#include "base/text/text_table.h"
#include "judge/verdict/judge.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/profile.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

using Row = std::vector<std::string>;

Row row_of(const JudgedGroup& judged) {
  const TargetGroup& machine = judged.machine;
  const GroupWords words = group_words(judged);
  return {machine.name, std::to_string(machine.count),
          words.gpu,    words.driver,
          words.cuda,   words.ptx};
}

/// The least of what the tables make of a group's driver_cases; "-": one of
/// them has none.
std::string least(const JudgedGroup& judged,
                  std::optional<Version> DriverCase::*fact) {
  std::optional<Version> found;
  for (const DriverCase& machine : judged.driver_cases) {
    const std::optional<Version>& here = machine.*fact;
    if (!here) return "-";
    found = found ? std::min(*found, *here) : here;
  }
  return found ? to_string(*found) : "-";
}

void write_groups_json(const Sink& sink, const std::string& name,
                       const std::vector<Row>& rows) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.member("profile", name);
  json.key("groups");
  json.begin_array();
  for (const Row& row : rows) {
    json.begin_object(JsonWriter::Layout::line);
    json.member("name", row[0]);
    json.key("count");
    json.raw(row[1]);
    json.member("gpu", row[2]);
    constexpr std::array kKeys = {"driver", "cuda", "max_ptx"};
    for (std::size_t i = 0; i < kKeys.size(); ++i) {
      if (row[3 + i] == "-") {
        json.null_member(kKeys[i]);
      } else {
        json.member(kKeys[i], row[3 + i]);
      }
    }
    json.end();
  }
  json.end();
  json.end();
}

}  // namespace

GroupWords group_words(const JudgedGroup& judged) {
  const TargetGroup& machine = judged.machine;
  return {cc_to_string(machine.gpu.cc) + (machine.gpu.tegra ? " tegra" : ""),
          machine.driver ? to_string(*machine.driver) : "-",
          least(judged, &DriverCase::cuda),
          least(judged, &DriverCase::max_ptx)};
}

int run_profile_groups(int argc, char** argv) {
  Options options("profile groups",
                  "What is judged: machines that are alike, once.",
                  {"text", "json"});
  std::string name;
  add_profile_argument(options, name);
  options.footer("cuda, ptx: what its oldest driver supports and reads");
  if (const auto done = options.parse(argc, argv)) return *done;
  int status = kGood;
  const auto profile = profile_argument(name, options, status);
  if (!profile) return status;
  Output output;
  if (!options.open(output)) return kUsage;
  std::vector<Row> rows;
  for (const JudgedGroup& judged : resolve_all(group_targets(*profile))) {
    rows.push_back(row_of(judged));
  }
  if (options.common().format == "json") {
    write_groups_json(output.sink(), profile->name, rows);
  } else {
    rows.insert(rows.begin(),
                {"target group", "machines", "gpu", "driver", "cuda", "ptx"});
    write_table(output.sink(), rows, options.style(output));
  }
  return finish(output, status);
}

}  // namespace cudacompat
