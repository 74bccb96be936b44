// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json/json_writer.h"
#include "base/text/sink.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"
#include "report/judged_artifact.h"
#include "report/tool.h"

namespace cudacompat {

/// `check --format json`: templates/schemas/check.json. For each file in the
/// order begin_artifact, container for each of the file's containers (a second
/// walk), end_artifact; or `unread` alone. `verdict`, the worst
/// of all, stands at the end, since each file is written as soon as it is
/// judged.
class CheckJson {
 public:
  CheckJson(Sink sink, const Tool& tool, const CheckHeader& header,
            const std::vector<JudgedGroup>& groups);

  void begin_artifact(const JudgedArtifact& artifact);
  void container(const Container& container);
  void end_artifact(const JudgedArtifact& artifact);
  void unread(const std::string& path, const Error& error);
  /// `verdict`: a verdict word, or "none".
  void finish(std::string_view verdict);
  bool wanted() const { return json_.wanted(); }

 private:
  void write_targets(const JudgedArtifact& artifact);
  void write_target(const ArtifactFacts& facts, const TargetVerdict& target);
  void write_findings(const std::vector<Finding>& findings,
                      const ArtifactFacts& facts);

  JsonWriter json_;
  std::span<const JudgedGroup> groups_;
};

}  // namespace cudacompat
