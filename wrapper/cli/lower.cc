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
#include "lower/rewrite_zip.h"
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

/// Lowers the file `path`, which reports and policies know as `shown`.
Result<LoweredFile> lower_one(const std::string& path, const std::string& out,
                              const std::string& shown, Lowerer& all) {
  const LoweringRequest request{path, out, all.depth, all.compilers.releases(),
                                all.compilers.ask()};
  auto source = open_input(path, "lower");
  if (!source) return tl::unexpected(source.error());
  const Policy& policy = all.targets.policy;
  auto facts = observe(*source, all.depth, partial_tag(policy, shown));
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
  LoweredFile done{shown, std::move(*images), before, {}};
  if (facts->problem_count != 0) done.unread = facts->problems.front().message;
  return done;
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

/// One run over all files.
template <typename Report>
class LoweringRun {
 public:
  LoweringRun(Lowerer& all, Report report)
      : all_(all), report_(std::move(report)) {}

  void file(const std::string& path, const std::string& out) {
    if (path == "-") {
      return unread(path, {"a file is lowered in its place or to -o; standard "
                           "input has no place"});
    }
    auto source = open_input(path, "lower");
    if (!source) return unread(path, source.error());
    const std::string& target = out.empty() ? path : out;
    if (is_zip(*source)) return zip(path, target);
    const auto done = lower_one(path, target, path, all_);
    if (!done) return unread(path, done.error());
    tell(*done);
  }

  int finish() {
    report_.finish();
    return status_;
  }

 private:
  void zip(const std::string& path, const std::string& out) {
    std::vector<LoweredFile> members;
    const auto lower = [&](const std::string& name, const std::string& file) {
      const std::string shown = path + "/" + name;
      auto done = lower_one(file, file, shown, all_);
      if (!done) {
        unread(shown, done.error());
        return false;
      }
      const bool changed = std::ranges::any_of(
          done->images, [](const LoweredImage& i) { return i.lowered; });
      if (!done->images.empty() || !done->unread.empty())
        members.push_back(std::move(*done));
      return changed;
    };
    // What was lowered is told once it is written.
    if (const auto done = rewrite_zip(path, out, lower); !done)
      return unread(path, {"nothing was written: " + done.error().message,
                           done.error().offset});
    if (members.empty()) members.push_back({path, {}, Outcome::loads, {}});
    for (const LoweredFile& member : members) tell(member);
  }

  void tell(const LoweredFile& file) {
    report_.file(file);
    status_ = std::max(status_, status_of(file));
    if (file.unread.empty()) return;
    // What could not be read may hold PTX that had to be lowered.
    complain(
        "{}: PTX in a part that could not be read is not lowered: {}; rebuild "
        "the file, and look at it with cudacompat inspect",
        printable(file.path), printable(file.unread));
    status_ = std::max<int>(status_, kUnread);
  }

  void unread(const std::string& path, const Error& error) {
    complain("{}: {}", printable(path), printable(error.message));
    report_.unread(path, error);
    status_ = std::max<int>(status_, kUnread);
  }

  Lowerer& all_;
  Report report_;
  int status_ = kGood;
};

template <typename Report>
int lower_all(const Wanted& wanted, const std::string& out, Lowerer& all,
              Report report) {
  LoweringRun<Report> run(all, std::move(report));
  for (const std::string& path : wanted.files) run.file(path, out);
  return run.finish();
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
