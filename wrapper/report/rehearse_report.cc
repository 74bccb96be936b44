// SPDX-License-Identifier: Apache-2.0
#include "report/rehearse_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/printable.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/fixes.h"
#include "judge/verdict/judge.h"
#include "report/finding_lines.h"
#include "report/tool.h"
#include "report/verdict_colors.h"

namespace cudacompat {

namespace {

Outcome worst_of(const RehearsedFile& file) {
  Outcome worst = Outcome::loads;
  for (const RehearsedTarget& target : file.targets)
    worst = std::max(worst, target.outcome);
  return worst;
}

/// "2 containers compiled by the JIT compiler of CUDA 12.2, 1 by rule"
std::string proof_of(const RehearsedTarget& target) {
  std::string out;
  if (target.compiled != 0)
    out = fmt::format("{} compiled by the JIT compiler of CUDA {}",
                      pluralized(target.compiled, "container"),
                      to_string(*target.cuda));
  if (target.by_rule != 0)
    out += out.empty() ? fmt::format("{} by rule",
                                     pluralized(target.by_rule, "container"))
                       : fmt::format(", {} by rule", target.by_rule);
  if (out.empty()) out = "nothing was tried";
  if (target.predicted != target.outcome)
    out += fmt::format(" (by rule alone: {})", to_string(target.predicted));
  return out;
}

}  // namespace

void RehearseText::file(const RehearsedFile& file) {
  std::string out = printable(file.facts.path) + ": ";
  if (file.targets.empty()) {
    sink_(out + "no device code: nothing to rehearse\n");
    return;
  }
  const Outcome worst = worst_of(file);
  out += fmt::format("{} ({}, {})\n",
                     colored(to_string(worst), paint_of(worst), style_.color),
                     pluralized(file.facts.containers.size(), "container"),
                     pluralized(file.targets.size(), "target"));
  std::vector<std::string> names;
  std::size_t width = 0;
  for (const JudgedGroup& judged : groups_) {
    names.push_back(
        printable(describe(judged.machine.name, judged.driver_cases.front())));
    width = std::max(width, columns(names.back()));
  }
  width = std::min(width, kMaxNameColumn);
  for (std::size_t t = 0; t < file.targets.size(); ++t) {
    const RehearsedTarget& target = file.targets[t];
    out += fmt::format("  {}  {}  {}\n",
                       padded(names[t], width, Paint::plain, false),
                       padded(to_string(target.outcome), 9,
                              paint_of(target.outcome), style_.color),
                       proof_of(target));
  }
  for (const Finding& finding : file.findings)
    out += finding_lines(finding, 2, style_);
  sink_(out);
}

RehearseJson::RehearseJson(Sink sink, const std::string& profile,
                           const std::vector<JudgedGroup>& groups)
    : json_(std::move(sink)), groups_(groups) {
  json_.begin_object();
  json_.member("schema_version", kReportSchemaVersion);
  write_tool(json_, this_tool());
  json_.member("profile", profile);
  json_.key("artifacts");
  json_.begin_array();
}

void RehearseJson::file(const RehearsedFile& file) {
  json_.begin_object();
  json_.member("path", file.facts.path);
  json_.member("verdict", file.targets.empty() ? std::string_view("none")
                                               : to_string(worst_of(file)));
  json_.key("targets");
  json_.begin_array();
  for (std::size_t t = 0; t < file.targets.size(); ++t) {
    const RehearsedTarget& target = file.targets[t];
    json_.begin_object(JsonWriter::Layout::line);
    json_.member("name", groups_[t].machine.name);
    const DriverCase& machine = groups_[t].driver_cases.front();
    json_.value_or_null("driver", machine.driver);
    json_.value_or_null("cuda", target.cuda);
    json_.member("verdict", to_string(target.outcome));
    json_.member("by_rule_alone", to_string(target.predicted));
    json_.member("compiled", target.compiled);
    json_.member("by_rule", target.by_rule);
    json_.member("troubles", target.trouble_count);
    json_.end();
  }
  json_.end();
  json_.key("findings");
  json_.begin_array();
  for (const Finding& finding : file.findings) {
    json_.begin_object();
    json_.member("id", finding.id);
    json_.member("severity", to_string(finding.severity));
    json_.member("target", finding.target);
    json_.member("containers", finding.containers);
    json_.member("message", finding.message);
    json_.member("fix", finding.fix);
    json_.end();
  }
  json_.end();
  json_.null_member("error");
  json_.end();
}

void RehearseJson::unread(const std::string& path, const Error& error) {
  json_.begin_object();
  json_.member("path", path);
  json_.member("verdict", to_string(Outcome::unknown));
  for (const char* nothing : {"targets", "findings"}) {
    json_.key(nothing);
    json_.begin_array();
    json_.end();
  }
  json_.member("error", error.message);
  json_.end();
}

void RehearseJson::finish() {
  json_.end();
  json_.end();
}

}  // namespace cudacompat
