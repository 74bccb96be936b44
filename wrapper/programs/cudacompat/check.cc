// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "judge/verdict/group_findings.h"
#include "programs/cudacompat/check_files.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/targets.h"

namespace cudacompat {

namespace {

struct CheckOptions {
  std::vector<std::string> files;
  TargetOptions targets;
  std::optional<std::string> expect;
  std::string deep;
  bool require_device_code = false;
};

void add_options(Options& options, CheckOptions& wanted) {
  options.add_files(wanted.files);
  options.add_profile(wanted.targets.profile);
  options.add_target(wanted.targets.targets);
  options.value("--expect", wanted.expect,
                "the code that each container has: \"80;86-real\" (or\n"
                "torch:LIST, ...; see `plan --help`)",
                "LIST");
  options.add_deep(wanted.deep);
  options.flag("--require-device-code", wanted.require_device_code,
               "a file without device code is an error");
  options.add_fail_on();
  options.footer(
      "exit: 0 loads on all targets, 1 findings, 2 usage, 3 a file could not "
      "be read\n      or its verdict is unknown, 4 internal error; of "
      "several files the highest");
}

/// nullopt: a message has been written, `status` is set.
std::optional<Question> make_question(const CheckOptions& wanted, int& status) {
  Question question;
  question.require_device_code = wanted.require_device_code;
  if (wanted.expect) {
    auto list = parse_named_arch_list(*wanted.expect);
    if (!list) {
      print_error("--expect: {}", list.error().message);
      status = kUsage;
      return std::nullopt;
    }
    question.expected = std::move(*list);
    question.expects = true;
  }
  auto targets = load_targets(wanted.targets, status);
  if (!targets) return std::nullopt;
  question.targets = std::move(*targets);
  question.groups = resolve_all(question.targets.groups);
  question.group_findings = group_findings(question.groups);
  question.depth = needed_depth(question.groups, question.targets.policy);
  if (!wanted.deep.empty()) {
    question.depth = std::max(question.depth, Options::depth_of(wanted.deep));
  }
  return question;
}

}  // namespace

int run_check(int argc, char** argv) {
  Options options("check", "Does the device code of FILE load on all targets?",
                  {"text", "json"});
  CheckOptions wanted;
  add_options(options, wanted);
  if (const auto status = options.parse(argc, argv)) return *status;
  wanted.targets.quiet = options.common().quiet;
  int status = kGood;
  const auto question = make_question(wanted, status);
  if (!question) return status;
  Output output;
  if (!options.open(output)) return kUsage;
  status = check_files(wanted.files, *question, options, output);
  return finish(output, status);
}

}  // namespace cudacompat
