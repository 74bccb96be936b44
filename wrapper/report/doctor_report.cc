// SPDX-License-Identifier: Apache-2.0
#include "report/doctor_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json/json_writer.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "base/text/text_table.h"
#include "judge/verdict/finding.h"
#include "report/doctor_rows.h"
#include "report/finding_lines.h"
#include "report/load_json.h"

namespace cudacompat {
namespace {

void write_rows(const Sink& sink, const std::vector<LayerRow>& rows,
                TextStyle style) {
  std::vector<std::vector<std::string>> table = {
      {"layer", "what", "CUDA", "PTX", "verdict", "code"}};
  for (const LayerRow& row : rows) {
    table.push_back(
        {row.layer, row.what, row.cuda, row.ptx, row.verdict, row.code});
    for (std::string& cell : table.back()) {
      if (cell.empty()) cell = "-";
    }
  }
  write_table(sink, table, style);
}

}  // namespace

void write_doctor_text(const Sink& sink, const Snapshot& snapshot,
                       const Diagnosis& diagnosis, TextStyle style) {
  write_rows(sink, layer_rows(snapshot), style);
  sink("\n");
  if (diagnosis.primary) {
    sink(colored("primary cause:", Paint::strong, style.color) + "\n");
    sink(finding_lines(diagnosis.findings[*diagnosis.primary], 2, style));
  } else {
    const bool unexplained = snapshot.log && snapshot.log->symptoms.empty();
    sink(unexplained ? "no cause was found\n" : "no error was found\n");
  }
  if (diagnosis.findings.size() == (diagnosis.primary ? 1 : 0)) return;
  sink(colored(diagnosis.primary ? "also:" : "notes:", Paint::strong,
               style.color) +
       "\n");
  constexpr std::size_t kMostOfOne = 5;
  std::map<std::string, std::size_t> reported;
  for (std::size_t i = 0; i < diagnosis.findings.size(); ++i) {
    const Finding& finding = diagnosis.findings[i];
    if (i == diagnosis.primary) continue;
    if (++reported[finding.id] <= kMostOfOne || style.verbose) {
      sink(finding_lines(finding, 2, style));
    }
  }
  for (const auto& [id, count] : reported) {
    if (count <= kMostOfOne || style.verbose) continue;
    sink(fmt::format("  {} more of {}: -v, or --format json\n",
                     count - kMostOfOne, id));
  }
}

namespace {

void write_layers(JsonWriter& json, const Snapshot& snapshot) {
  json.key("layers");
  json.begin_array();
  for (const LayerRow& row : layer_rows(snapshot)) {
    json.begin_object();
    json.member("layer", row.layer);
    json.member("what", row.what);
    json.text_or_null("cuda", row.cuda);
    json.text_or_null("ptx", row.ptx);
    json.text_or_null("code", row.code);
    json.text_or_null("verdict", row.verdict);
    json.end();
  }
  json.end();
}

void write_symptoms(JsonWriter& json, const LogReading& log) {
  json.key("log");
  json.begin_array();
  for (const Symptom& symptom : log.symptoms) {
    json.begin_object();
    json.member("kind", to_string(symptom.kind));
    json.member("line", symptom.line);
    json.member("count", symptom.count);
    json.member("text", symptom.text);
    json.value_or_null("ptx", symptom.ptx);
    json.value_or_null("reader", symptom.reader);
    json.end();
  }
  json.end();
}

void write_findings(JsonWriter& json, const std::vector<Finding>& findings) {
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : findings) {
    json.begin_object();
    json.member("id", finding.id);
    json.member("severity", to_string(finding.severity));
    json.text_or_null("target", finding.target);
    json.member("message", finding.message);
    json.text_or_null("fix", finding.fix);
    json.end();
  }
  json.end();
}

}  // namespace

void write_doctor_json(const Sink& sink, const Snapshot& snapshot,
                       const Diagnosis& diagnosis) {
  JsonWriter json(sink);
  begin_load_json(json);
  json.member("gpu", !snapshot.groups.empty());
  write_layers(json, snapshot);
  json.key("not_read");
  json.begin_array();
  if (snapshot.python) {
    for (const std::string& text : snapshot.python->problems) {
      json.string(text);
    }
  }
  if (snapshot.build) {
    for (const std::string& text : snapshot.build->problems) {
      json.string(text);
    }
  }
  json.end();
  if (snapshot.log) {
    write_symptoms(json, *snapshot.log);
  } else {
    json.null_member("log");
  }
  write_findings(json, diagnosis.findings);
  if (diagnosis.primary) {
    json.member("primary", std::uint64_t{*diagnosis.primary});
  } else {
    json.null_member("primary");
  }
  json.end();
}

}  // namespace cudacompat
