#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/exit_status.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/profile.h"
#include "report/json_writer.h"
#include "report/style.h"
#include "report/words.h"
#include "verdict/verdict.h"

namespace cudacompat {

namespace {

std::string driver_words(const MachineClass& machine) {
  return machine.driver ? to_string(*machine.driver) : "-";
}

std::string version_words(const std::optional<Version>& version) {
  return version ? to_string(*version) : "-";
}

/// What the tables make of a class: the worst of its situations.
std::string ceiling_words(const JudgedClass& judged) {
  std::optional<Version> least;
  for (const MachineFacts& machine : judged.situations) {
    if (!machine.max_ptx) return "-";
    least = least ? std::min(*least, *machine.max_ptx) : *machine.max_ptx;
  }
  return version_words(least);
}

std::string cuda_words(const JudgedClass& judged) {
  std::optional<Version> least;
  for (const MachineFacts& machine : judged.situations) {
    if (!machine.cuda) return "-";
    least = least ? std::min(*least, *machine.cuda) : *machine.cuda;
  }
  return version_words(least);
}

using Row = std::array<std::string, 6>;
constexpr std::array kColumns = {"class",  "machines", "gpu",
                                 "driver", "cuda",     "ptx"};

Row row_of(const JudgedClass& judged) {
  const MachineClass& machine = judged.machine;
  return {machine.name,
          std::to_string(machine.count),
          cc_to_string(machine.gpu.cc) + (machine.gpu.tegra ? " tegra" : ""),
          driver_words(machine),
          cuda_words(judged),
          ceiling_words(judged)};
}

void write_classes_text(const Sink& sink, const std::vector<Row>& rows,
                        TextStyle style) {
  std::array<std::size_t, 6> widths = {};
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    widths[i] = std::string_view(kColumns[i]).size();
    for (const Row& row : rows) {
      widths[i] = std::max(widths[i], columns(printable(row[i])));
    }
  }
  const auto line = [&](const Row& row, Paint paint) {
    std::string out;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t width = i + 1 == row.size() ? 0 : widths[i] + 2;
      out += padded(printable(row[i]), width, paint, style.color);
    }
    sink(out + "\n");
  };
  Row head;
  std::copy(kColumns.begin(), kColumns.end(), head.begin());
  line(head, Paint::strong);
  for (const Row& row : rows) line(row, Paint::plain);
}

void write_classes_json(const Sink& sink, const std::string& name,
                        const std::vector<Row>& rows) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.member("profile", name);
  json.key("classes");
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

int run_profile_classes(int argc, char** argv) {
  Options options("profile classes",
                  "What is judged: machines that are alike, once.",
                  {"text", "json"});
  std::string file;
  options.app()
      .add_option("FILE", file, "a profile, or - for standard input")
      ->type_name("")
      ->required();
  options.footer("cuda, ptx: what its oldest driver supports and reads");
  if (const auto status = options.parse(argc, argv)) return *status;
  const LoadedProfile loaded = load_for_report(file);
  for (const std::string& error : loaded.errors) complain("{}", error);
  if (!loaded.profile) return kUnread;
  Output output;
  if (!options.open(output)) return kUsage;
  std::vector<Row> rows;
  for (const JudgedClass& judged : resolve_all(collapse(*loaded.profile))) {
    rows.push_back(row_of(judged));
  }
  if (options.common().format == "json") {
    write_classes_json(output.sink(), loaded.profile->name, rows);
  } else {
    write_classes_text(output.sink(), rows, options.style(output));
  }
  return finish(output, kGood);
}

}  // namespace cudacompat
