#include <algorithm>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/inputs.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/own_findings.h"
#include "cli/progress.h"
#include "cli/targets.h"
#include "report/check_json.h"
#include "report/style.h"
#include "report/words.h"

namespace cudacompat {

namespace {

/// All that is asked of each file.
struct Question {
  Targets targets;
  std::vector<JudgedClass> classes;
  std::vector<Finding> class_findings;
  Depth depth = Depth::headers;
  std::vector<ArchRequest> expected;
  bool expects = false;
  bool require_device_code = false;
};

Result<JudgedArtifact> judge_source(ByteSource& source, const std::string& path,
                                    const Question& question) {
  const Policy& policy = question.targets.policy;
  auto facts = observe(source, question.depth, partial_tag(policy, path));
  if (!facts) return tl::unexpected(facts.error());
  if (const auto same = source.unchanged(); !same) {
    return tl::unexpected(same.error());
  }
  JudgedArtifact out;
  out.facts = std::move(*facts);
  out.facts.path = path;
  out.verdict = judge(out.facts, question.classes, policy);
  if (!nothing_to_judge(out.facts, out.verdict)) {
    out.findings = findings(out.facts, out.verdict, question.classes, policy);
  } else if (question.require_device_code) {
    out.findings.push_back(no_device_code_finding());
  }
  if (question.expects) {
    for (Finding& finding :
         advertised_findings(out.facts, question.expected)) {
      out.findings.insert(out.findings.begin(), std::move(finding));
    }
  }
  return out;
}

/// Every verdict that the profile does not accept must have its finding; were
/// one missing, the file must not pass for it.
bool all_told(const JudgedArtifact& artifact, const Policy& policy) {
  if (nothing_to_judge(artifact.facts, artifact.verdict)) return true;
  const bool told = std::any_of(
      artifact.findings.begin(), artifact.findings.end(),
      [](const Finding& f) { return f.severity == Severity::error; });
  return told || std::all_of(artifact.verdict.targets.begin(),
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
  if (artifact.facts.problem_count != 0) return kUnread;
  if (!all_told(artifact, question.targets.policy)) {
    complain("{}: a verdict has no finding: please report this",
             printable(artifact.facts.path));
    return kInternal;
  }
  if (!any_fails(artifact.findings, options)) return kGood;
  return artifact.verdict.outcome == Outcome::unknown ? kUnread : kFindings;
}

/// Both reports, as check_files needs them.
class TextReport {
 public:
  TextReport(Sink sink, TextStyle style, const Question& question)
      : sink_(std::move(sink)), style_(style), question_(question) {
    write_class_findings(sink_, question.class_findings, style_);
  }
  void artifact(ByteSource&, const JudgedArtifact& artifact) {
    write_check_text(sink_, artifact, question_.classes, style_);
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
               question.class_findings},
              question.classes),
        question_(question) {}

  void artifact(ByteSource& source, const JudgedArtifact& artifact) {
    json_.begin_artifact(artifact);
    ScanSink sink;
    sink.container = [&](const Container& container) {
      if (json_.wanted()) json_.container(container);
    };
    sink.problem = [](const Problem&) {};  // the first walk told them
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

template <typename Report>
int check_files(const std::vector<std::string>& files, const Question& question,
                const Options& options, Report report) {
  Progress progress(!options.common().quiet);
  int status = any_fails(question.class_findings, options) ? kFindings : kGood;
  std::optional<Outcome> worst;
  for (std::size_t i = 0; i < files.size(); ++i) {
    progress.tick(i, files.size(), files[i]);
    const auto unread = [&](const Error& error) {
      complain("{}: {}", printable(files[i]), printable(error.message));
      report.unread(files[i], error);
      status = std::max<int>(status, kUnread);
      worst = std::max(worst.value_or(Outcome::loads), Outcome::unknown);
    };
    Result<ByteSource> source = open_input(files[i], "check");
    if (!source) {
      unread(source.error());
      continue;
    }
    const auto artifact = judge_source(*source, files[i], question);
    if (!artifact) {
      unread(artifact.error());
      continue;
    }
    report.artifact(*source, *artifact);
    status = std::max(status, status_of(*artifact, question, options));
    if (!nothing_to_judge(artifact->facts, artifact->verdict)) {
      worst = std::max(worst.value_or(Outcome::loads),
                       artifact->verdict.outcome);
    }
  }
  report.finish(worst ? to_string(*worst) : "none");
  return status;
}

}  // namespace

int run_check(int argc, char** argv) {
  Options options("check", "Does the device code of FILE load on all targets?",
                  {"text", "json"});
  std::vector<std::string> files;
  TargetOptions target_options;
  std::string expect;
  std::string deep;
  Question question;
  CLI::App& app = options.app();
  options.add_files(files);
  options.add_profile(target_options.profile);
  app.add_option("--target", target_options.targets,
                 "one more target: 8.9@535.183.06, 9.0@cuda12.2")
      ->type_name("TARGET")
      ->allow_extra_args(false)
      ->delimiter(';');
  CLI::Option* expected =
      app.add_option("--expect", expect,
                     "the code that each container has: \"80;86-real\"")
          ->type_name("LIST");
  app.add_option("--deep", deep,
                 "headers: each image's own header; all: every byte")
      ->type_name("headers|all")
      ->check(CLI::Validator(CLI::IsMember({"headers", "all"})).description(""));
  app.add_flag("--require-device-code", question.require_device_code,
               "a file without device code is an error");
  options.add_fail_on();
  options.footer(
      "exit: 0 loads on all targets, 1 findings, 2 usage, 3 a file could not "
      "be\n      read or its verdict is unknown, 4 internal error; the "
      "greatest of all files");
  if (const auto status = options.parse(argc, argv)) return *status;

  if (*expected) {
    auto list = parse_arch_list(expect, ArchDialect::cmake);
    if (!list) {
      complain("--expect: {}", list.error().message);
      return kUsage;
    }
    question.expected = std::move(*list);
    question.expects = true;
  }
  target_options.quiet = options.common().quiet;
  int status = kGood;
  auto targets = load_targets(target_options, status);
  if (!targets) return status;
  question.targets = std::move(*targets);
  question.classes = resolve_all(question.targets.classes);
  question.class_findings = class_findings(question.classes);
  question.depth = needed_depth(question.classes, question.targets.policy);
  if (deep == "headers") question.depth = std::max(question.depth, Depth::compare);
  if (deep == "all") question.depth = Depth::all;

  Output output;
  if (!options.open(output)) return kUsage;
  const Sink sink = output.sink();
  status = options.common().format == "json"
               ? check_files(files, question, options, JsonReport(sink, question))
               : check_files(files, question, options,
                             TextReport(sink, options.style(output), question));
  return finish(output, status);
}

}  // namespace cudacompat
