// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ask/jit/rehearse.h"
#include "base/json/json_writer.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// One file after its rehearsal.
struct RehearsedFile {
  ArtifactFacts facts;
  ArtifactVerdict verdict;  // by rule
  std::vector<RehearsedTarget> targets;
  std::vector<Finding> findings;
};

/// `rehearse` as text: per target the verdict, and how much of it a JIT
/// compiler has proven.
class RehearseText {
 public:
  RehearseText(Sink sink, TextStyle style,
               const std::vector<JudgedGroup>& groups)
      : sink_(std::move(sink)), style_(style), groups_(groups) {}
  void file(const RehearsedFile& file);
  void unread(const std::string&, const Error&) {}
  void finish() {}

 private:
  Sink sink_;
  TextStyle style_;
  const std::vector<JudgedGroup>& groups_;
};

/// templates/schemas/rehearse.json.
class RehearseJson {
 public:
  RehearseJson(Sink sink, const std::string& profile,
               const std::vector<JudgedGroup>& groups);
  void file(const RehearsedFile& file);
  void unread(const std::string& path, const Error& error);
  void finish();

 private:
  JsonWriter json_;
  const std::vector<JudgedGroup>& groups_;
};

}  // namespace cudacompat
