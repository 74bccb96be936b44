// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "ask/jit/available.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "change/downgrade/rewrite.h"
#include "change/downgrade/rewrite_zip.h"
#include "judge/facts/tables.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/targets.h"
#include "report/downgrade_report.h"

namespace cudacompat {

namespace {

struct Wanted {
  std::vector<std::string> files;
  TargetOptions targets;
  std::string ptx_isa;
};

struct Downgrader {
  std::optional<Version> isa;  // --ptx-isa
  Targets targets;
  std::vector<JudgedGroup> groups;  // one driver_case each
  Depth depth = Depth::headers;
  JitCompilersAtHand compilers;
};

/// Downgrades the file `path`, which reports and policies know as `shown`.
Result<DowngradedFile> downgrade_one(const std::string& path,
                                     const std::string& out,
                                     const std::string& shown,
                                     Downgrader& all) {
  const DowngradeOptions request{path, out, all.depth, all.compilers.releases(),
                                 all.compilers.ask()};
  auto source = open_input(path, "downgrade");
  if (!source) return tl::unexpected(source.error());
  const Policy& policy = all.targets.policy;
  auto facts = collect_facts(*source, all.depth, partial_tag(policy, shown));
  if (!facts) return tl::unexpected(facts.error());
  std::vector<std::vector<DowngradeRequest>> requests;
  Outcome before = Outcome::loads;
  if (all.isa) {
    requests = downgrade_requests(*facts, *all.isa, request.releases);
  } else {
    const ArtifactVerdict verdict = judge(*facts, all.groups, policy);
    requests = downgrade_requests(*facts, verdict, all.groups);
    if (verdict.device_code) before = verdict.outcome;
  }
  auto images = downgrade_file(request, *facts, requests);
  if (!images) return tl::unexpected(images.error());
  DowngradedFile done{shown, std::move(*images), before, {}};
  if (facts->problem_count != 0) done.unread = facts->problems.front().message;
  return done;
}

int status_of(const DowngradedFile& file) {
  const bool all = std::ranges::all_of(
      file.images, [](const auto& i) { return i.downgraded; });
  return all ? kGood : kFindings;
}

/// nullopt: a message has been written, `status` is set.
std::optional<Downgrader> make_downgradeer(const Wanted& wanted, int& status) {
  Downgrader all;
  if (!wanted.ptx_isa.empty()) {
    const auto isa = parse_version(wanted.ptx_isa);
    const bool known = isa && ptx_isa_exists(*isa).value_or(false);
    if (!known || !wanted.targets.profile.empty() ||
        !wanted.targets.targets.empty()) {
      print_error(
          "{}", known ? "--ptx-isa says what to downgrade to: leave out -p and "
                        "--target"
                      : fmt::format("--ptx-isa: {} is not a PTX ISA version; "
                                    "expected one such as 8.2",
                                    quote(wanted.ptx_isa)));
      status = kUsage;
      return std::nullopt;
    }
    all.isa = *isa;
  } else {
    auto targets = load_targets(wanted.targets, status);
    if (!targets) return std::nullopt;
    all.targets = std::move(*targets);
    all.groups = one_driver_case_each(resolve_all(all.targets.groups));
    all.depth = needed_depth(all.groups, all.targets.policy);
  }
  return all;
}

/// One run over all files.
template <typename Report>
class DowngradeRun {
 public:
  DowngradeRun(Downgrader& all, Report report)
      : all_(all), report_(std::move(report)) {}

  void file(const std::string& path, const std::string& out) {
    if (path == "-") {
      return unread(path,
                    {"a file is downgraded in its place or to -o; standard "
                     "input has no place"});
    }
    auto source = open_input(path, "downgrade");
    if (!source) return unread(path, source.error());
    const std::string& target = out.empty() ? path : out;
    if (is_zip(*source)) return zip(path, target);
    const auto done = downgrade_one(path, target, path, all_);
    if (!done) return unread(path, done.error());
    tell(*done);
  }

  int finish() {
    report_.finish();
    return status_;
  }

 private:
  void zip(const std::string& path, const std::string& out) {
    std::vector<DowngradedFile> members;
    const auto downgrade = [&](const std::string& name,
                               const std::string& file) {
      const std::string shown = path + "/" + name;
      auto done = downgrade_one(file, file, shown, all_);
      if (!done) {
        unread(shown, done.error());
        return false;
      }
      const bool changed = std::ranges::any_of(
          done->images, [](const DowngradedImage& i) { return i.downgraded; });
      if (!done->images.empty() || !done->unread.empty())
        members.push_back(std::move(*done));
      return changed;
    };
    // What was downgraded is reported once it is written.
    if (const auto done = rewrite_zip(path, out, downgrade); !done)
      return unread(path, {"nothing was written: " + done.error().message,
                           done.error().offset});
    if (members.empty()) members.push_back({path, {}, Outcome::loads, {}});
    for (const DowngradedFile& member : members) tell(member);
  }

  void tell(const DowngradedFile& file) {
    report_.file(file);
    status_ = std::max(status_, status_of(file));
    if (file.unread.empty()) return;
    // What could not be read may hold PTX that had to be downgraded.
    print_error(
        "{}: PTX in a part that could not be read is not downgraded: {}; "
        "rebuild "
        "the file, and look at it with cudacompat inspect",
        printable(file.path), printable(file.unread));
    status_ = std::max<int>(status_, kUnread);
  }

  void unread(const std::string& path, const Error& error) {
    print_error("{}: {}", printable(path), printable(error.message));
    report_.unread(path, error);
    status_ = std::max<int>(status_, kUnread);
  }

  Downgrader& all_;
  Report report_;
  int status_ = kGood;
};

template <typename Report>
int downgrade_all(const Wanted& wanted, const std::string& out, Downgrader& all,
                  Report report) {
  DowngradeRun<Report> run(all, std::move(report));
  for (const std::string& path : wanted.files) run.file(path, out);
  return run.finish();
}

}  // namespace

int run_downgrade(int argc, char** argv) {
  Options options(
      "downgrade",
      "Rewrites PTX that is too new for a target's driver to the PTX ISA that\n"
      "it reads, where real JIT compilers prove that nothing else changes.",
      {"text", "json"});
  Wanted wanted;
  options.add_files(wanted.files);
  options.add_profile(wanted.targets.profile);
  options.add_target(wanted.targets.targets);
  options.value("--ptx-isa", wanted.ptx_isa,
                "downgrade all PTX to this version", "VERSION");
  options.footer(
      "-o OUT: the result goes there; else the file is replaced\n"
      "exit: 0 nothing is left to downgrade, 1 something could not be "
      "downgraded, 2 "
      "usage,\n      3 a file could not be read or written, 4 internal error");
  if (const auto status = options.parse(argc, argv)) return *status;
  const std::string& out = options.common().output;
  if (!out.empty() && wanted.files.size() != 1) {
    print_error("-o names the result of one file, and {} are given",
                wanted.files.size());
    return kUsage;
  }
  wanted.targets.quiet = options.common().quiet;
  int status = kGood;
  auto all = make_downgradeer(wanted, status);
  if (!all) return status;
  Output output;
  if (const auto opened = output.open(""); !opened) {
    print_error("{}", opened.error().message);
    return kUsage;
  }
  if (options.common().format == "json") {
    status = downgrade_all(wanted, out, *all, DowngradeJson(output.sink()));
  } else {
    status = downgrade_all(wanted, out, *all,
                           DowngradeText(output.sink(), options.style(output)));
  }
  return finish(output, status);
}

}  // namespace cudacompat
