// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "ask/frameworks/record.h"
#include "base/model/profile_json.h"
#include "base/text/printable.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/probe_python.h"
#include "report/load_json.h"
#include "report/probe_report.h"

namespace cudacompat {
namespace {

/// Says on stderr what is not well; the exit status that it asks for.
int tell(const ThisMachine& machine, bool quiet) {
  int status = kGood;
  for (const Remark& remark : machine.remarks) {
    const bool grave = remark.kind >= Remark::Kind::doubt;
    if (grave) status = kFindings;
    if (grave || !quiet)
      say(grave ? "warning" : "note", printable(remark.text));
  }
  if (machine.from.empty()) {
    print_error("this machine has no GPU to make a profile of: {}",
                printable(machine.silent));
    return kNoGpu;
  }
  return machine.targets.empty() ? kUnread : status;
}

/// --baseline and --diff: a machine without a GPU is one that can be compared.
int compare(const Options& options, const ThisMachine& machine,
            const std::string& env, const std::string& before) {
  if (options.common().format != "text") {
    print_error("--baseline writes JSON and --diff text; leave --format out");
    return kUsage;
  }
  EnvironmentRecord was;
  if (!before.empty()) {
    const auto text = read_text(before);
    if (!text) {
      print_error("{}: {}", printable(before), printable(text.error().message));
      return kUnread;
    }
    auto parsed = parse_record(*text, before);
    if (!parsed) {
      for (const std::string& error : parsed.error())
        print_error("{}", printable(error));
      return kUnread;
    }
    was = std::move(*parsed);
  }
  int status = kGood;
  const auto python = probed_python(env, options.common().quiet, status);
  if (!env.empty() && !python) return status;
  const EnvironmentRecord now =
      record_of(machine, find_build_tools(system_environment()),
                python ? &*python : nullptr);
  Output output;
  if (!options.open(output)) return kUsage;
  if (before.empty()) {
    JsonWriter json(output.sink());
    begin_load_json(json);
    write_record(json, now);
    json.end();
    return finish(output, status);
  }
  for (const std::string& line : drift(was, now)) {
    output.sink()(printable(line) + "\n");
    status = worse_status(status, kFindings);
  }
  return finish(output, status);
}

/// The profile of the machine, with what its frameworks were built for.
Profile with_frameworks(const ProbeFacts& facts) {
  Profile profile = profile_of(facts.machine);
  if (!facts.python) return profile;
  for (const Package& package : facts.python->packages) {
    if (package.framework.empty()) continue;
    for (TargetSpec& target : profile.targets)
      target.frameworks.push_back(framework_spec(package));
  }
  return profile;
}

}  // namespace

std::optional<Profile> probed_profile(bool quiet, int& status) {
  const ThisMachine machine = ask_this_machine(system_probe_places());
  status = tell(machine, quiet);
  if (machine.targets.empty()) return std::nullopt;
  return profile_of(machine);
}

int run_probe(int argc, char** argv) {
  Options options("probe",
                  "This machine: its driver, GPUs, toolkit, JIT compilers and "
                  "Python frameworks,\nor (--format profile) its profile.",
                  {"text", "json", "profile"});
  std::string env, before;
  bool baseline = false;
  options.value("--env", env, "Python environment (default: the active one)",
                "VENV");
  options.flag("--baseline", baseline,
               "write a JSON record to compare with later");
  options.value("--diff", before, "what differs from a --baseline", "BASELINE");
  options.excludes("--diff", "--baseline");
  options.footer(
      "exit: 0, 1 programs cannot use the GPU, or something differs (--diff),\n"
      "2 usage, 3 something could not be read, or the GPU's compute capability "
      "is\n"
      "unknown, 77 no GPU (--format profile then writes nothing; --baseline\n"
      "and --diff work)");
  if (const auto status = options.parse(argc, argv)) return *status;
  const CommonOptions& common = options.common();
  ProbeFacts facts;
  facts.machine = ask_this_machine(system_probe_places());
  if (baseline || !before.empty())
    return compare(options, facts.machine, env, before);
  int status = tell(facts.machine, common.quiet);
  const bool profile = common.format == "profile";
  if (profile && facts.machine.targets.empty()) return status;
  facts.python = probed_python(env, common.quiet, status);
  Output output;
  if (!options.open(output)) return kUsage;
  if (profile) {
    write_profile_json(output.sink(), with_frameworks(facts));
    return finish(output, status);
  }
  facts.libcudas = available_libcudas();
  facts.tools = find_build_tools(system_environment());
  JitPlaces places = system_jit_places();
  if (facts.python) {
    places.site_packages.insert(places.site_packages.begin(),
                                facts.python->folders.begin(),
                                facts.python->folders.end());
  }
  facts.compilers = find_jit_compilers(places);
  if (common.format == "json") {
    write_probe_json(output.sink(), facts);
  } else {
    write_probe_text(output.sink(), facts);
  }
  return finish(output, status);
}

}  // namespace cudacompat
