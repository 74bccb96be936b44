#include "jit/rehearse.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/inputs.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/rehearse_report.h"
#include "cli/targets.h"
#include "jit/rehearsal_findings.h"
#include "report/words.h"

namespace cudacompat {

namespace {

struct Wanted {
  std::vector<std::string> files;
  TargetOptions targets;
};

/// All that every file is asked for.
struct Rehearser {
  Targets targets;
  std::vector<JudgedClass> classes;  // one situation each
  Depth depth = Depth::headers;
  std::map<Version, JitCompiler> compilers;
  JitRunner runner;

  std::optional<JitAnswer> ask(Version cuda, const JitInput& input) {
    const auto found = compilers.find(cuda);
    if (found == compilers.end()) return std::nullopt;
    return runner.compile(found->second, input);
  }
};

Result<RehearsedFile> rehearse_file(ByteSource& source, const std::string& path,
                                    Rehearser& all,
                                    const RehearsalProgress& progress) {
  const Policy& policy = all.targets.policy;
  auto facts = observe(source, all.depth, partial_tag(policy, path));
  if (!facts) return tl::unexpected(facts.error());
  RehearsedFile out;
  out.facts = std::move(*facts);
  out.facts.path = path;
  out.verdict = judge(out.facts, all.classes, policy);
  if (nothing_to_judge(out.facts, out.verdict)) return out;
  auto targets = rehearse(
      source, all.depth, out.facts, out.verdict, all.classes,
      [&](Version cuda, const JitInput& input) { return all.ask(cuda, input); },
      progress);
  if (!targets) return tl::unexpected(targets.error());
  out.targets = std::move(*targets);
  if (const auto same = source.unchanged(); !same) {
    return tl::unexpected(same.error());
  }
  out.findings = rehearsal_findings(out.facts, all.classes, out.targets);
  // What no compiler was asked: the rules' own findings. Others about the PTX
  // ISA have their answer above.
  const auto by_rule = [&](const Finding& finding) {
    if (!finding.id.starts_with("CC20")) return true;
    for (std::size_t t = 0; t < out.targets.size(); ++t)
      if (out.targets[t].refused_by_rule &&
          all.classes[t].machine.name == finding.target)
        return true;
    return false;
  };
  for (Finding& finding :
       findings(out.facts, out.verdict, all.classes, policy)) {
    if (finding.severity != Severity::note && by_rule(finding))
      out.findings.push_back(std::move(finding));
  }
  return out;
}

/// A failure that was found beats what could not be tried: a test that skips
/// on exit 3 must not hide it.
int worse(int a, int b) {
  return a == kFindings || b == kFindings ? kFindings : std::max(a, b);
}

int status_of(const RehearsedFile& file, const Policy& policy) {
  int status = kGood;
  for (const RehearsedTarget& target : file.targets) {
    if (policy.accepts(target.outcome)) continue;
    status =
        worse(status, target.outcome == Outcome::unknown ? kUnread : kFindings);
  }
  const bool any_error = std::any_of(
      file.findings.begin(), file.findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error &&
               finding.suppressed.empty() && !finding.id.starts_with("CC9");
      });
  if (any_error && status == kGood) status = kFindings;
  return status;
}

template <typename Report>
int rehearse_all(const std::vector<std::string>& files, Rehearser& all,
                 bool quiet, Report report) {
  Progress progress(!quiet);
  int status = kGood;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto unread = [&](const Error& error) {
      complain("{}: {}", printable(files[i]), printable(error.message));
      report.unread(files[i], error);
      status = worse(status, kUnread);
    };
    Result<ByteSource> source = open_input(files[i], "rehearse");
    if (!source) {
      unread(source.error());
      continue;
    }
    const auto done =
        rehearse_file(*source, files[i], all, [&](std::uint64_t containers) {
          progress.tick(i, files.size(),
                        fmt::format("{}, {}", files[i],
                                    counted(containers, "container")));
        });
    if (!done) {
      unread(done.error());
      continue;
    }
    report.file(*done);
    status = worse(status, status_of(*done, all.targets.policy));
  }
  report.finish();
  return status;
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
      "file could\n      not be read or something not be tried, 4 internal "
      "error");
  if (const auto status = options.parse(argc, argv)) return *status;
  wanted.targets.quiet = options.common().quiet;
  int status = kGood;
  auto targets = load_targets(wanted.targets, status);
  if (!targets) return status;
  Rehearser all{std::move(*targets),
                {},
                {},
                {},
                JitRunner(system_jit_worker(), system_cache())};
  all.classes = one_situation_each(resolve_all(all.targets.classes));
  all.depth = needed_depth(all.classes, all.targets.policy);
  for (JitCompiler& compiler : find_jit_compilers(system_jit_places()))
    all.compilers.emplace(compiler.cuda, std::move(compiler));
  Output output;
  if (!options.open(output)) return kUsage;
  const bool quiet = options.common().quiet;
  if (options.common().format == "json") {
    status = rehearse_all(
        wanted.files, all, quiet,
        RehearseJson(output.sink(), all.targets.profile, all.classes));
  } else {
    status = rehearse_all(
        wanted.files, all, quiet,
        RehearseText(output.sink(), options.style(output), all.classes));
  }
  return finish(output, status);
}

}  // namespace cudacompat
