// SPDX-License-Identifier: Apache-2.0
#include "report/check_json.h"

#include <algorithm>

#include "base/text/sink.h"
#include "judge/facts/image_names.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"
#include "judge/verdict/verdict_words.h"
#include "report/inspect_json.h"
#include "report/judged_artifact.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

const DriverCase& driver_case_of(const JudgedGroup& judged,
                                 std::size_t driver_case) {
  static const DriverCase kNone;
  return driver_case < judged.driver_cases.size()
             ? judged.driver_cases[driver_case]
             : kNone;
}

void write_accept(JsonWriter& json, const Policy& policy) {
  json.key("accept");
  json.begin_array(JsonWriter::Layout::line);
  for (const Outcome outcome : policy.accept) json.string(to_string(outcome));
  json.end();
}

}  // namespace

CheckJson::CheckJson(Sink sink, const Tool& tool, const CheckHeader& header,
                     const std::vector<JudgedGroup>& groups)
    : json_(std::move(sink)), groups_(groups) {
  json_.begin_object();
  json_.member("schema_version", kReportSchemaVersion);
  write_tool(json_, tool);
  json_.member("profile", header.profile);
  write_accept(json_, header.policy);
  write_findings(header.findings, {});
  json_.key("artifacts");
  json_.begin_array();
}

void CheckJson::begin_artifact(const JudgedArtifact& artifact) {
  json_.begin_object();
  json_.member("path", artifact.facts.path);
  json_.member("verdict", verdict_word(artifact.facts, artifact.verdict));
  json_.member("file", to_string(artifact.facts.file));
  write_runtime(json_, artifact.facts.runtime);
  json_.key("containers");
  json_.begin_array();
}

void CheckJson::container(const Container& container) {
  write_container(json_, container);
}

void CheckJson::end_artifact(const JudgedArtifact& artifact) {
  json_.end();
  write_targets(artifact);
  write_findings(artifact.findings, artifact.facts);
  write_problems(json_, artifact.facts.problems, artifact.facts.problem_count);
  json_.end();
}

void CheckJson::write_targets(const JudgedArtifact& artifact) {
  json_.key("targets");
  json_.begin_array();
  if (!nothing_to_judge(artifact.facts, artifact.verdict)) {
    for (const TargetVerdict& target : artifact.verdict.targets) {
      write_target(artifact.facts, target);
    }
  }
  json_.end();
}

void CheckJson::write_target(const ArtifactFacts& facts,
                             const TargetVerdict& target) {
  const JudgedGroup& judged = groups_[target.group_index];
  json_.begin_object();
  json_.member("name", judged.machine.name);
  json_.member("count", judged.machine.count);
  json_.member("verdict", to_string(target.outcome));
  if (target.whole) {
    json_.member("because",
                 because(*target.whole, nullptr, driver_case_of(judged, 0)));
  } else {
    json_.null_member("because");
  }
  json_.key("containers");
  json_.begin_array();
  for (const ContainerRef& ref : facts.containers) {
    if (!json_.wanted()) break;
    if (ref.shape >= target.shapes.size()) continue;
    const ShapeVerdict& verdict = target.shapes[ref.shape];
    if (!verdict.counts) continue;
    const ContainerShape& shape = facts.shapes[ref.shape];
    const std::optional<std::size_t> image = verdict.choice.image;
    json_.begin_object(JsonWriter::Layout::line);
    json_.member("id", container_id(facts.places[ref.place], ref.offset));
    json_.member("verdict", to_string(verdict.choice.outcome));
    if (image && *image < shape.images.size()) {
      json_.member("image", image_label(shape.images[*image]));
    } else {
      json_.null_member("image");
    }
    json_.member("because",
                 because(verdict.choice, &shape,
                         driver_case_of(judged, verdict.driver_case)));
    json_.end();
  }
  json_.end();
  json_.end();
}

void CheckJson::write_findings(const std::vector<Finding>& findings,
                               const ArtifactFacts& facts) {
  json_.key("findings");
  json_.begin_array();
  for (const Finding& finding : findings) {
    json_.begin_object();
    json_.member("id", finding.id);
    json_.member("severity", to_string(finding.severity));
    json_.text_or_null("target", finding.target);
    if (finding.container && *finding.container < facts.containers.size()) {
      const ContainerRef& ref = facts.containers[*finding.container];
      json_.member("container",
                   container_id(facts.places[ref.place], ref.offset));
    } else {
      json_.null_member("container");
    }
    json_.member("containers", finding.containers);
    json_.member("message", finding.message);
    json_.member("fix", finding.fix);
    json_.text_or_null("suppressed", finding.suppressed);
    json_.end();
  }
  json_.end();
}

void CheckJson::unread(const std::string& path, const Error& error) {
  JudgedArtifact artifact;
  artifact.facts.path = path;
  artifact.facts.problems = {
      {error.message, error.offset == Error::kNoOffset ? 0 : error.offset, ""}};
  artifact.facts.problem_count = 1;
  artifact.verdict.outcome = Outcome::unknown;
  begin_artifact(artifact);
  end_artifact(artifact);
}

void CheckJson::finish(std::string_view verdict) {
  json_.end();
  json_.member("verdict", verdict);
  json_.end();
}

}  // namespace cudacompat
