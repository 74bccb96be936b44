#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/inputs.h"
#include "cli/lower_report.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/targets.h"
#include "facts/tables.h"
#include "jit/at_hand.h"
#include "lower/rewrite.h"
#include "model/message_text.h"
#include "report/words.h"

namespace cudacompat {

namespace {

struct Wanted {
  std::vector<std::string> files;
  TargetOptions targets;
  std::string ptx_isa;
};

struct Lowerer {
  std::optional<Version> isa;  // --ptx-isa
  Targets targets;
  std::vector<JudgedClass> classes;  // one situation each
  Depth depth = Depth::headers;
  JitCompilersAtHand compilers;
};

Result<LoweredFile> lower_one(const std::string& path, const std::string& out,
                              Lowerer& all) {
  if (path == "-") {
    return fail(Error::kNoOffset,
                "a file is lowered in its place or to -o; standard input has "
                "no place");
  }
  const LoweringRequest request{path, out.empty() ? path : out, all.depth,
                                all.compilers.releases(), all.compilers.ask()};
  auto source = open_input(path, "lower");
  if (!source) return tl::unexpected(source.error());
  const Policy& policy = all.targets.policy;
  auto facts = observe(*source, all.depth, partial_tag(policy, path));
  if (!facts) return tl::unexpected(facts.error());
  std::vector<std::vector<LoweringWish>> wishes;
  Outcome before = Outcome::loads;
  if (all.isa) {
    wishes = lowering_wishes(*facts, *all.isa, request.releases);
  } else {
    const ArtifactVerdict verdict = judge(*facts, all.classes, policy);
    wishes = lowering_wishes(*facts, verdict, all.classes);
    if (verdict.device_code) before = verdict.outcome;
  }
  auto images = lower_file(request, *facts, wishes);
  if (!images) return tl::unexpected(images.error());
  return LoweredFile{path, std::move(*images), before};
}

int status_of(const LoweredFile& file) {
  const bool all =
      std::ranges::all_of(file.images, [](const auto& i) { return i.lowered; });
  return all ? kGood : kFindings;
}

/// nullopt: a message has been written, `status` is set.
std::optional<Lowerer> make_lowerer(const Wanted& wanted, int& status) {
  Lowerer all;
  if (!wanted.ptx_isa.empty()) {
    const auto isa = parse_version(wanted.ptx_isa);
    const bool known = isa && ptx_isa_exists(*isa).value_or(false);
    if (!known || !wanted.targets.profile.empty() ||
        !wanted.targets.targets.empty()) {
      complain("{}", known
                         ? "--ptx-isa says what to lower to: leave out -p and "
                           "--target"
                         : fmt::format("--ptx-isa: {} is no PTX ISA version; "
                                       "it is one such as 8.2",
                                       shown(wanted.ptx_isa)));
      status = kUsage;
      return std::nullopt;
    }
    all.isa = *isa;
  } else {
    auto targets = load_targets(wanted.targets, status);
    if (!targets) return std::nullopt;
    all.targets = std::move(*targets);
    all.classes = one_situation_each(resolve_all(all.targets.classes));
    all.depth = needed_depth(all.classes, all.targets.policy);
  }
  return all;
}

template <typename Report>
int lower_all(const Wanted& wanted, const std::string& out, Lowerer& all,
              Report report) {
  int status = kGood;
  for (const std::string& path : wanted.files) {
    auto done = lower_one(path, out, all);
    if (done) {
      report.file(*done);
      status = std::max(status, status_of(*done));
      continue;
    }
    complain("{}: {}", printable(path), printable(done.error().message));
    report.unread(path, done.error());
    status = std::max<int>(status, kUnread);
  }
  report.finish();
  return status;
}

}  // namespace

int run_lower(int argc, char** argv) {
  Options options(
      "lower",
      "Rewrites PTX that is too new for a target's driver to the PTX ISA that\n"
      "it reads, where real JIT compilers prove that nothing else changes.",
      {"text", "json"});
  Wanted wanted;
  options.add_files(wanted.files);
  options.add_profile(wanted.targets.profile);
  options.add_target(wanted.targets.targets);
  options.app()
      .add_option("--ptx-isa", wanted.ptx_isa, "lower all PTX to this version")
      ->type_name("VERSION");
  options.footer(
      "-o OUT: the result goes there; else the file is replaced\n"
      "exit: 0 nothing is left to lower, 1 something could not be lowered, 2 "
      "usage,\n      3 a file could not be read or written, 4 internal error");
  if (const auto status = options.parse(argc, argv)) return *status;
  const std::string& out = options.common().output;
  if (!out.empty() && wanted.files.size() != 1) {
    complain("-o names the result of one file, and {} are given",
             wanted.files.size());
    return kUsage;
  }
  wanted.targets.quiet = options.common().quiet;
  int status = kGood;
  auto all = make_lowerer(wanted, status);
  if (!all) return status;
  Output output;
  if (const auto opened = output.open(""); !opened) {
    complain("{}", opened.error().message);
    return kUsage;
  }
  if (options.common().format == "json") {
    status = lower_all(wanted, out, *all, LowerJson(output.sink()));
  } else {
    status = lower_all(wanted, out, *all,
                       LowerText(output.sink(), options.style(output)));
  }
  return finish(output, status);
}

}  // namespace cudacompat
