// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/model/arch_list.h"
#include "base/model/profile_json.h"
#include "judge/plan/choice.h"
#include "judge/plan/format_arch_list.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/targets.h"
#include "programs/cudacompat/toolkit.h"
#include "report/plan_cmake.h"
#include "report/plan_json.h"
#include "report/plan_text.h"

namespace cudacompat {

namespace {

struct PlanOptions {
  std::string profile, nvcc, toolkit, optimize = "size", architectures;
  std::string downgrade_ptx;  // empty: as the profile says
};

/// The user's own list as planned architectures, equal numbers joined.
Result<std::vector<PlannedArch>> own_choice(const std::string& text) {
  const auto list = parse_named_arch_list(text);
  if (!list) return tl::unexpected(list.error());
  std::vector<PlannedArch> chosen;
  const auto at = [&chosen](Arch arch) -> PlannedArch& {
    const auto found = std::find_if(
        chosen.begin(), chosen.end(),
        [arch](const PlannedArch& planned) { return planned.arch == arch; });
    if (found != chosen.end()) return *found;
    chosen.push_back({arch, false, false, "chosen by the user"});
    return chosen.back();
  };
  for (const ArchRequest& request : *list) {
    for (const Arch arch : request.sass) at(arch).real = true;
    if (request.ptx) at(request.virtual_arch).virtual_ = true;
  }
  return chosen;
}

/// One of the list dialects. False: a message has been written.
bool write_list(const Sink& sink, const BuildPlan& plan,
                const std::string& format) {
  if (format == "nvcc") {
    sink(
        fmt::format("{}\n", fmt::join(to_nvcc_flags(plan.architectures), " ")));
    return true;
  }
  const Result<std::string> torch = to_torch_list(plan.architectures);
  if (torch) {
    sink(*torch + "\n");
  } else {
    print_error("{}", torch.error().message);
  }
  return torch.has_value();
}

int status_of(const BuildPlan& plan, const Options& options) {
  const bool failed = std::any_of(
      plan.findings.begin(), plan.findings.end(), [&](const Finding& finding) {
        return finding.suppressed.empty() && options.fails_on(finding.severity);
      });
  return failed ? kFindings : kGood;
}

int write_plan(const BuildPlan& plan, const Options& options, Output& output) {
  const std::string& format = options.common().format;
  const Sink sink = output.sink();
  int status = status_of(plan, options);
  if (format == "text") {
    write_plan_text(sink, plan, options.style(output));
  } else if (format == "json") {
    write_plan_json(sink, plan);
  } else if (format == "cmake") {
    write_plan_cmake(sink, plan);
  } else {
    // The list alone goes to stdout; what is wrong must be seen all the same.
    if (!options.common().quiet) {
      for (const Finding& finding : plan.findings) {
        if (finding.severity == Severity::note) continue;
        say(std::string(to_string(finding.severity)),
            fmt::format("[{}] {}", finding.id, finding.message));
      }
    }
    if (!write_list(sink, plan, format)) status = kFindings;
  }
  return finish(output, status);
}

int make_and_write(const PlanOptions& wanted, const Options& options) {
  Output output;
  if (!options.open(output)) return kUsage;
  std::string name = profile_or_environment(wanted.profile);
  if (name.empty()) {
    name = kPortable;
    if (!options.common().quiet) {
      note(
          "no profile named (-p or CUDACOMPAT_PROFILE): planning for "
          "`portable`, every GPU that the toolkit builds for on its oldest "
          "driver");
    }
  }
  const bool compiled = options.common().format == "groups";
  std::optional<Profile> profile;
  if (compiled && name != kPortable) {
    profile = load_profile(name, nullptr);
    if (!profile) return kUnread;
  }
  std::optional<ToolkitFacts> toolkit;
  if (!profile) {
    const auto chosen = choose_toolkit(wanted.toolkit, wanted.nvcc);
    if (!chosen) {
      print_error("{}", chosen.error().message);
      return wanted.toolkit.empty() ? kUnread : kUsage;
    }
    toolkit = *chosen;
    profile = load_profile(name, &*toolkit);
    if (!profile) return kUnread;
  }
  if (!wanted.downgrade_ptx.empty()) {
    profile->policy.downgrade_ptx = wanted.downgrade_ptx == "on";
  }
  if (compiled) {
    write_profile_json(output.sink(), group_profile(*profile));
    return finish(output, kGood);
  }
  if (wanted.architectures.empty()) {
    const Optimize optimize =
        wanted.optimize == "speed" ? Optimize::speed : Optimize::size;
    return write_plan(make_plan(*profile, *toolkit, optimize), options, output);
  }
  auto chosen = own_choice(wanted.architectures);
  if (!chosen) {
    print_error("--architectures: {}", chosen.error().message);
    return kUsage;
  }
  return write_plan(judge_choice(*profile, *toolkit, std::move(*chosen)),
                    options, output);
}

}  // namespace

int run_plan(int argc, char** argv) {
  Options options("plan", "What to compile for, and why.",
                  {"text", "json", "cmake", "nvcc", "torch", "groups"});
  PlanOptions wanted;
  options.add_profile(wanted.profile);
  options.value("--nvcc", wanted.nvcc, "the nvcc that will build", "PATH");
  options.value("--toolkit", wanted.toolkit, "its release, from the tables",
                "VERSION");
  options.excludes("--toolkit", "--nvcc");
  options.choice("--optimize", wanted.optimize,
                 "size: fewest images; speed: SASS for each GPU", "size|speed",
                 {"size", "speed"});
  options.value("--architectures", wanted.architectures,
                "judge this list instead: \"80-real;90\"; torch:LIST,\n"
                "nvcc:, bazel:, pep817: or xla:LIST in their spellings",
                "LIST");
  options.choice("--downgrade-ptx", wanted.downgrade_ptx,
                 "overrides \"downgrade_ptx\" of the profile's policy",
                 "on|off", {"on", "off"}, true);
  options.add_fail_on();
  options.footer(
      "format groups: the profile as the launcher reads it\n"
      "exit: 0 all targets served, 1 findings, 2 usage, 3 profile or toolkit "
      "could not\n      be read, 4 internal error");
  if (const auto status = options.parse(argc, argv)) return *status;
  return make_and_write(wanted, options);
}

}  // namespace cudacompat
