// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/rehearse.h"

#include <fmt/format.h>

#include <algorithm>

#include "ask/jit/available.h"
#include "ask/jit/rehearsal_findings.h"
#include "base/text/printable.h"
#include "judge/verdict/findings.h"
#include "judge/verdict/verdict_words.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/progress.h"
#include "programs/cudacompat/targets.h"
#include "report/rehearse_report.h"

namespace cudacompat {

namespace {

struct Wanted {
  std::vector<std::string> files;
  TargetOptions targets;
};

/// All that every file is asked for.
struct Rehearser {
  Targets targets;
  std::vector<JudgedGroup> groups;  // one driver_case each
  Depth depth = Depth::headers;
  JitCompilersAtHand compilers;
};

/// Whether a finding of the rules stands beside the compilers' answers: where
/// it is about code that no compiler was asked about, and where the profile
/// does not accept what compiles.
bool stands(const Finding& finding, const RehearsedFile& file,
            const std::vector<JudgedGroup>& groups) {
  constexpr std::string_view kCompiledAtStart = "CC203";
  if (finding.severity == Severity::note) return false;
  if (finding.id == kCompiledAtStart || finding.shapes.empty()) return true;
  for (std::size_t t = 0; t < file.targets.size(); ++t) {
    if (!finding.target.empty() && groups[t].machine.name != finding.target)
      continue;
    for (const std::uint32_t shape : finding.shapes)
      if (file.targets[t].by_rule_shapes[shape]) return true;
  }
  return false;
}

Result<RehearsedFile> rehearse_file(ByteSource& source, const std::string& path,
                                    Rehearser& all,
                                    const RehearsalProgress& progress) {
  const Policy& policy = all.targets.policy;
  auto facts = collect_facts(source, all.depth, partial_tag(policy, path));
  if (!facts) return tl::unexpected(facts.error());
  RehearsedFile out;
  out.facts = std::move(*facts);
  out.facts.path = path;
  out.verdict = judge(out.facts, all.groups, policy);
  if (nothing_to_judge(out.facts, out.verdict)) return out;
  auto targets = rehearse(source, all.depth, out.facts, out.verdict, all.groups,
                          all.compilers.ask(), progress);
  if (!targets) return tl::unexpected(targets.error());
  out.targets = std::move(*targets);
  if (const auto same = source.unchanged(); !same) {
    return tl::unexpected(same.error());
  }
  out.findings = rehearsal_findings(out.facts, all.groups, out.targets);
  suppress(out.findings, path, policy);
  for (Finding& finding : findings(out.facts, out.verdict, all.groups, policy))
    if (stands(finding, out, all.groups))
      out.findings.push_back(std::move(finding));
  return out;
}

/// As `check` has it: by the findings, which tell of every target that is not
/// accepted, but for those that the profile suppresses.
int status_of(const RehearsedFile& file, const Policy& policy) {
  int status = kGood;
  bool reported = false;
  for (const Finding& finding : file.findings) {
    if (finding.severity != Severity::error) continue;
    reported = true;
    if (!finding.suppressed.empty()) continue;
    status = worse_status(status,
                          finding.id.starts_with("CC9") ? kUnread : kFindings);
  }
  const bool accepted =
      std::ranges::all_of(file.targets, [&](const RehearsedTarget& target) {
        return policy.accepts(target.outcome);
      });
  if (reported || accepted) return status;
  print_error("{}: a verdict has no finding: please report this",
              printable(file.facts.path));
  return kInternal;
}

/// One run over all files.
template <typename Report>
class Rehearsal {
 public:
  Rehearsal(Rehearser& all, Report report)
      : all_(all), report_(std::move(report)) {}

  void file(const std::string& path, const RehearsalProgress& progress) {
    if (visit_inputs(path, "rehearse",
                     [&](Input& in) { return input(in, progress); }))
      return;
    RehearsedFile nothing;
    nothing.facts.path = path;
    nothing.verdict = judge(nothing.facts, all_.groups, all_.targets.policy);
    report_.file(nothing);
  }

  int finish() {
    report_.finish();
    return status_;
  }

 private:
  /// Whether the report tells of it.
  bool input(Input& in, const RehearsalProgress& progress) {
    const auto done = in.source
                          ? rehearse_file(*in.source, in.path, all_, progress)
                          : tl::unexpected(in.source.error());
    if (!done) {
      print_error("{}: {}", printable(in.path),
                  printable(done.error().message));
      report_.unread(in.path, done.error());
      status_ = worse_status(status_, kUnread);
      return true;
    }
    if (in.member && nothing_to_judge(done->facts, done->verdict)) return false;
    report_.file(*done);
    status_ = worse_status(status_, status_of(*done, all_.targets.policy));
    return true;
  }

  Rehearser& all_;
  Report report_;
  int status_ = kGood;
};

template <typename Report>
int rehearse_all(const std::vector<std::string>& files, Rehearser& all,
                 bool quiet, Report report) {
  Progress progress(!quiet);
  Rehearsal<Report> rehearsal(all, std::move(report));
  for (std::size_t i = 0; i < files.size(); ++i) {
    rehearsal.file(files[i], [&](std::uint64_t containers) {
      progress.tick(
          i, files.size(),
          fmt::format("{}, {}", files[i], pluralized(containers, "container")));
    });
  }
  return rehearsal.finish();
}

}  // namespace

int run_rehearse(int argc, char** argv) {
  Options options(
      "rehearse",
      "Gives the PTX that each target's driver would pick to the real JIT\n"
      "compiler of that driver's CUDA release; SASS is judged by rule.",
      {"text", "json"});
  Wanted wanted;
  options.add_files(wanted.files);
  options.add_profile(wanted.targets.profile);
  options.add_target(wanted.targets.targets);
  options.footer(
      "exit: 0 loads on all targets, 1 findings, 2 usage, 3 no finding, but a "
      "file could\n      not be read or not all was tried, 4 internal error");
  if (const auto status = options.parse(argc, argv)) return *status;
  wanted.targets.quiet = options.common().quiet;
  int status = kGood;
  auto targets = load_targets(wanted.targets, status);
  if (!targets) return status;
  Rehearser all{std::move(*targets), {}, {}, {}};
  all.groups = one_driver_case_each(resolve_all(all.targets.groups));
  all.depth = needed_depth(all.groups, all.targets.policy);
  Output output;
  if (!options.open(output)) return kUsage;
  const bool quiet = options.common().quiet;
  if (options.common().format == "json") {
    status = rehearse_all(
        wanted.files, all, quiet,
        RehearseJson(output.sink(), all.targets.profile, all.groups));
  } else {
    status = rehearse_all(
        wanted.files, all, quiet,
        RehearseText(output.sink(), options.style(output), all.groups));
  }
  return finish(output, status);
}

}  // namespace cudacompat
