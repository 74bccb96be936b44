// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/check_files.h"

#include <algorithm>

#include "base/text/printable.h"
#include "judge/verdict/findings.h"
#include "judge/verdict/verdict_words.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/own_findings.h"
#include "programs/cudacompat/progress.h"
#include "report/check_json.h"
#include "report/check_text.h"
#include "report/finding_lines.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

JudgedArtifact judged(ArtifactFacts facts, const std::string& path,
                      const Question& question) {
  const Policy& policy = question.targets.policy;
  JudgedArtifact out;
  out.facts = std::move(facts);
  out.facts.path = path;
  out.verdict = judge(out.facts, question.groups, policy);
  if (!nothing_to_judge(out.facts, out.verdict)) {
    out.findings = findings(out.facts, out.verdict, question.groups, policy);
  } else if (question.require_device_code) {
    out.findings.push_back(no_device_code_finding());
  }
  if (question.expects) {
    for (Finding& finding : advertised_findings(out.facts, question.expected)) {
      out.findings.insert(out.findings.begin(), std::move(finding));
    }
  }
  return out;
}

Result<JudgedArtifact> judge_source(ByteSource& source, const std::string& path,
                                    const Question& question) {
  auto facts = collect_facts(source, question.depth,
                             partial_tag(question.targets.policy, path));
  if (!facts) return tl::unexpected(facts.error());
  if (const auto same = source.unchanged(); !same) {
    return tl::unexpected(same.error());
  }
  return judged(std::move(*facts), path, question);
}

/// Every verdict that the profile does not accept must have its finding; were
/// one missing, the file must not pass for it.
bool every_failure_reported(const JudgedArtifact& artifact,
                            const Policy& policy) {
  if (nothing_to_judge(artifact.facts, artifact.verdict)) return true;
  const bool reported = std::any_of(
      artifact.findings.begin(), artifact.findings.end(),
      [](const Finding& f) { return f.severity == Severity::error; });
  return reported || std::all_of(artifact.verdict.targets.begin(),
                                 artifact.verdict.targets.end(),
                                 [&](const TargetVerdict& target) {
                                   return policy.accepts(target.outcome);
                                 });
}

bool any_fails(const std::vector<Finding>& all, const Options& options) {
  return std::any_of(all.begin(), all.end(), [&](const Finding& finding) {
    return finding.suppressed.empty() && options.fails_on(finding.severity);
  });
}

int status_of(const JudgedArtifact& artifact, const Question& question,
              const Options& options) {
  const Policy& policy = question.targets.policy;
  if (artifact.facts.problem_count != 0 && !policy.accepts(Outcome::unknown)) {
    return kUnread;
  }
  if (!every_failure_reported(artifact, policy)) {
    print_error("{}: a verdict has no finding: please report this",
                printable(artifact.facts.path));
    return kInternal;
  }
  if (!any_fails(artifact.findings, options)) return kGood;
  return artifact.verdict.outcome == Outcome::unknown ? kUnread : kFindings;
}

/// Both reports, as check_all needs them.
class TextReport {
 public:
  TextReport(Sink sink, TextStyle style, const Question& question)
      : sink_(std::move(sink)), style_(style), question_(question) {
    write_group_findings(sink_, question.group_findings, style_);
  }
  void artifact(ByteSource&, const JudgedArtifact& artifact) {
    write_check_text(sink_, artifact, question_.groups, style_);
  }
  void unread(const std::string&, const Error&) {}
  void finish(std::string_view) {}

 private:
  Sink sink_;
  TextStyle style_;
  const Question& question_;
};

class JsonReport {
 public:
  JsonReport(Sink sink, const Question& question)
      : json_(std::move(sink), this_tool(),
              {question.targets.profile, question.targets.policy,
               question.group_findings},
              question.groups),
        question_(question) {}

  void artifact(ByteSource& source, const JudgedArtifact& artifact) {
    json_.begin_artifact(artifact);
    ScanSink sink;
    sink.container = [&](const Container& container) {
      if (json_.wanted()) json_.container(container);
    };
    sink.problem = [](const Problem&) {};  // the first walk reported them
    if (json_.wanted()) {
      [[maybe_unused]] const auto walked = scan(source, question_.depth, sink);
    }
    json_.end_artifact(artifact);
  }
  void unread(const std::string& path, const Error& error) {
    json_.unread(path, error);
  }
  void finish(std::string_view verdict) { json_.finish(verdict); }

 private:
  CheckJson json_;
  const Question& question_;
};

/// One run over all files.
template <typename Report>
class Checker {
 public:
  Checker(const Question& question, const Options& options, Report report)
      : question_(question), options_(options), report_(std::move(report)) {
    if (any_fails(question.group_findings, options)) status_ = kFindings;
  }

  void file(const std::string& path) {
    // A wheel's members are reported where there is something to judge.
    if (visit_inputs(path, "check", [&](Input& in) { return input(in); }))
      return;
    auto nothing = ByteSource::from_memory({}, path);
    artifact(nothing, judged({}, path, question_));
  }

  int finish() {
    report_.finish(worst_ ? to_string(*worst_) : "none");
    return status_;
  }

 private:
  void unread(const std::string& path, const Error& error) {
    print_error("{}: {}", printable(path), printable(error.message));
    report_.unread(path, error);
    status_ = std::max<int>(status_, kUnread);
    worst_ = std::max(worst_.value_or(Outcome::loads), Outcome::unknown);
  }

  /// Whether the report tells of it.
  bool input(Input& in) {
    if (!in.source) {
      unread(in.path, in.source.error());
      return true;
    }
    const auto made = judge_source(*in.source, in.path, question_);
    if (!made) {
      unread(in.path, made.error());
      return true;
    }
    if (in.member && nothing_to_judge(made->facts, made->verdict)) return false;
    artifact(*in.source, *made);
    return true;
  }

  void artifact(ByteSource& source, const JudgedArtifact& artifact) {
    report_.artifact(source, artifact);
    // A second walk reads the file again.
    if (const auto same = source.unchanged(); !same) {
      print_error("{}: {}", printable(artifact.facts.path),
                  same.error().message);
      status_ = std::max<int>(status_, kUnread);
    }
    status_ = std::max(status_, status_of(artifact, question_, options_));
    if (!nothing_to_judge(artifact.facts, artifact.verdict)) {
      worst_ =
          std::max(worst_.value_or(Outcome::loads), artifact.verdict.outcome);
    }
  }

  const Question& question_;
  const Options& options_;
  Report report_;
  int status_ = kGood;
  std::optional<Outcome> worst_;
};

template <typename Report>
int check_all(const std::vector<std::string>& files, const Question& question,
              const Options& options, Report report) {
  Progress progress(!options.common().quiet);
  Checker<Report> checker(question, options, std::move(report));
  for (std::size_t i = 0; i < files.size(); ++i) {
    progress.tick(i, files.size(), files[i]);
    checker.file(files[i]);
  }
  return checker.finish();
}

}  // namespace

int check_files(const std::vector<std::string>& files, const Question& question,
                const Options& options, Output& output) {
  const Sink sink = output.sink();
  if (options.common().format == "json") {
    return check_all(files, question, options, JsonReport(sink, question));
  }
  return check_all(files, question, options,
                   TextReport(sink, options.style(output), question));
}

}  // namespace cudacompat
