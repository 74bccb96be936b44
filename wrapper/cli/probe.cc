#include "cli/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/probe_report.h"
#include "report/profile_json.h"
#include "report/words.h"

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
    complain("this machine has no GPU to make a profile of: {}",
             printable(machine.silent));
    return kNoGpu;
  }
  return machine.targets.empty() ? kUnread : status;
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
                  "This machine: its driver, GPUs, toolkit and JIT compilers, "
                  "or\n(--format profile) the profile that it is.",
                  {"text", "json", "profile"});
  options.footer(
      "exit: 0, 1 a GPU is there and programs do not get it, 2 usage,\n"
      "3 the GPU's compute capability is not known, 77 no GPU (then --format\n"
      "profile writes nothing)");
  if (const auto status = options.parse(argc, argv)) return *status;
  const std::string& format = options.common().format;
  ProbeFacts facts;
  facts.machine = ask_this_machine(system_probe_places());
  const int status = tell(facts.machine, options.common().quiet);
  if (format == "profile" && facts.machine.targets.empty()) return status;
  Output output;
  if (!options.open(output)) return kUsage;
  if (format == "profile") {
    write_profile_json(output.sink(), profile_of(facts.machine));
    return finish(output, status);
  }
  facts.libcudas = libcuda_files_at_hand();
  facts.tools = find_build_tools(system_environment());
  facts.compilers = find_jit_compilers(system_jit_places());
  if (format == "json") {
    write_probe_json(output.sink(), facts);
  } else {
    write_probe_text(output.sink(), facts);
  }
  return finish(output, status);
}

}  // namespace cudacompat
