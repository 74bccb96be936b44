// SPDX-License-Identifier: Apache-2.0
#include "report/plan_json.h"

#include "base/json/json_writer.h"
#include "base/text/sink.h"
#include "judge/plan/format_arch_list.h"
#include "judge/verdict/finding.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

using Layout = JsonWriter::Layout;

void write_toolkit(JsonWriter& json, const ToolkitFacts& toolkit) {
  json.key("toolkit");
  json.begin_object(Layout::line);
  json.member("cuda", to_string(toolkit.cuda));
  json.member("release", toolkit.release);
  json.value_or_null("ptx_isa", toolkit.ptx_isa);
  json.end();
}

void write_groups(JsonWriter& json, const BuildPlan& plan) {
  json.key("groups");
  json.begin_array();
  for (const PlannedGroup& planned : plan.groups) {
    json.begin_object(Layout::line);
    json.member("name", planned.name);
    json.member("verdict", to_string(planned.outcome));
    json.text_or_null("image", planned.image);
    json.text_or_null("because", planned.because);
    json.end();
  }
  json.end();
}

void write_reasons(JsonWriter& json, const BuildPlan& plan) {
  json.key("reasons");
  json.begin_array();
  for (const PlannedArch& arch : plan.architectures) {
    json.begin_object(Layout::line);
    json.member("arch", to_cmake_list({arch}));
    json.member("because", arch.because);
    json.end();
  }
  json.end();
}

void write_findings(JsonWriter& json, const BuildPlan& plan) {
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : plan.findings) {
    json.begin_object();
    json.member("id", finding.id);
    json.member("severity", to_string(finding.severity));
    json.text_or_null("target", finding.target);
    json.member("message", finding.message);
    json.member("fix", finding.fix);
    json.text_or_null("suppressed", finding.suppressed);
    json.end();
  }
  json.end();
}

}  // namespace

void write_plan_json(const Sink& sink, const BuildPlan& plan) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.member("profile", plan.profile);
  write_toolkit(json, plan.toolkit);
  json.key("architectures");
  json.begin_array(Layout::line);
  for (const PlannedArch& arch : plan.architectures) {
    json.string(to_cmake_list({arch}));
  }
  json.end();
  json.member("cmake", to_cmake_list(plan.architectures));
  json.member("nvcc", to_nvcc_flags(plan.architectures));
  const Result<std::string> torch = to_torch_list(plan.architectures);
  json.text_or_null("torch", torch ? *torch : "");
  json.key("ptx");
  json.begin_object(Layout::line);
  json.value_or_null("emitted", plan.ptx_emitted);
  json.value_or_null("downgrade_to", plan.downgrade_to);
  json.end();
  write_groups(json, plan);
  write_reasons(json, plan);
  write_findings(json, plan);
  json.end();
}

}  // namespace cudacompat
