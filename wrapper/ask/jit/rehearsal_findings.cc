// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/rehearsal_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/verdict/explain_choice.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

constexpr std::string_view kRefused = "CC207";
constexpr std::string_view kAccepted = "CC208";
constexpr std::string_view kNoCompiler = "CC909";
constexpr std::string_view kNoAnswer = "CC910";

/// "PTX line 7, kernel k: ...", the first, and how many others there are.
std::string refusal_text(const std::vector<Refusal>& refusals) {
  std::string out = refusals.front().text();
  if (refusals.size() > 1)
    out += fmt::format(" (and {} more)", refusals.size() - 1);
  return out;
}

Finding finding_of(const RehearsalProblem& trouble,
                   const RehearsedTarget& target, const JudgedGroup& judged,
                   const ArtifactFacts& facts) {
  const DriverCase& machine = judged.driver_cases.front();
  const ContainerShape& shape =
      facts.shapes[facts.containers[trouble.container].shape];
  const std::string on = describe(judged.machine.name, machine);
  const std::string compiler =
      target.cuda
          ? fmt::format("the JIT compiler of CUDA {}", to_string(*target.cuda))
          : "a JIT compiler";
  Finding finding;
  finding.target = judged.machine.name;
  finding.container = trouble.container;
  finding.containers = trouble.containers;
  finding.shapes = {facts.containers[trouble.container].shape};
  using Kind = RehearsalProblem::Kind;
  switch (trouble.kind) {
    case Kind::refused: {
      finding.id = kRefused;
      finding.message = fmt::format("on {} this {}: {} refuses it: {}", on,
                                    consequence(trouble.outcome), compiler,
                                    refusal_text(trouble.refusals));
      finding.fix = join_fixes({fix_add_sass(machine, made_by(shape)),
                                trouble.outcome == Outcome::fails_222
                                    ? fix_older_toolkit(machine)
                                    : std::string()});
      break;
    }
    case Kind::accepted:
      finding.id = kAccepted;
      finding.severity = Severity::warning;
      finding.message = fmt::format(
          "on {} this loads, though the rules say that it {}: {} takes it", on,
          consequence(trouble.predicted), compiler);
      finding.fix = "report it with the file: the rules are wrong";
      break;
    case Kind::no_compiler:
      finding.id = kNoCompiler;
      finding.message = fmt::format(
          "on {} this may fail to load: its PTX was not tried, for {} is not "
          "available",
          on, compiler);
      finding.fix =
          target.cuda && jit_compiler_is_published(*target.cuda)
              ? fmt::format("cudacompat jit fetch {}", to_string(*target.cuda))
              : "NVIDIA published none of this release: go by `cudacompat "
                "check`";
      break;
    case Kind::no_answer:
      finding.id = kNoAnswer;
      finding.message =
          fmt::format("on {} this may fail to load: {}", on, trouble.why);
      finding.fix = "look at the reason; its driver may do the same";
      break;
  }
  return finding;
}

}  // namespace

std::vector<Finding> rehearsal_findings(
    const ArtifactFacts& facts, const std::vector<JudgedGroup>& classes,
    const std::vector<RehearsedTarget>& targets) {
  std::vector<Finding> out;
  for (std::size_t t = 0; t < targets.size(); ++t)
    for (const RehearsalProblem& trouble : targets[t].troubles)
      out.push_back(finding_of(trouble, targets[t], classes[t], facts));
  std::stable_sort(out.begin(), out.end(),
                   [](const Finding& a, const Finding& b) {
                     return a.severity > b.severity;
                   });
  return out;
}

}  // namespace cudacompat
