// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/commands.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <vector>

#include "base/text/message_text.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"

namespace cudacompat {

namespace {

constexpr std::array kCommands = {
    Command{"inspect", "FILE...", "the device code inside", run_inspect},
    Command{"check", "FILE... -p PROFILE", "does it load on all targets?",
            run_check},
    Command{"plan", "-p PROFILE", "what to compile for, and why", run_plan},
    Command{"downgrade", "FILE -p PROFILE",
            "rewrite PTX for older drivers, verified", run_downgrade},
    Command{"rehearse", "FILE... -p PROFILE",
            "run the real JIT compilers, without a GPU", run_rehearse},
    Command{"load-test", "FILE...", "load it on this machine's GPUs",
            run_load_test},
    Command{"probe", "", "this machine: driver, GPUs, toolkit", run_probe},
    Command{"doctor", "", "driver, toolkit, frameworks: one cause, one fix",
            run_doctor},
    Command{"ctest-spec", "", "this machine's GPUs, for CTest", run_ctest_spec},
    Command{"jit", "list|fetch|add", "available JIT compilers, by CUDA release",
            run_jit},
    Command{"explain", "[ID]", "what a finding means, with sources",
            run_explain},
    Command{"facts", "[NAME]", "the tables behind the verdicts", run_facts},
    Command{"schema", "[NAME]", "a JSON Schema, of a report or the profile",
            run_schema},
    Command{"profile", "import|merge|validate|...",
            "import, check and show machines", run_profile},
    Command{"version", "", "of this program and its facts", run_version},
};

std::string usage() {
  std::string out = "usage: cudacompat COMMAND [OPTION...] [ARGUMENT...]\n\n";
  for (const Command& command : kCommands) {
    out += fmt::format("  {:<34} {}\n",
                       fmt::format("{} {}", command.name, command.arguments),
                       command.summary);
  }
  out +=
      "\n"
      "files: paths, or - for standard input\n"
      "exit:  0 all good, 1 findings, 2 usage, 3 an input could not be read "
      "or\n       judged, 4 internal error; over several files the highest\n"
      "`cudacompat COMMAND --help` lists its options; each --some-option can "
      "also be\nset by an environment variable, CUDACOMPAT_SOME_OPTION\n";
  return out;
}

int unknown_command(std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) names.push_back(command.name);
  const std::string_view meant = nearest(word, names);
  print_error("there is no command {}; {}", quote(word),
              meant.empty() ? fmt::format("it is one of {}", one_of(names))
                            : fmt::format("did you mean {}?", meant));
  return kUsage;
}

}  // namespace

std::span<const Command> command_table() { return kCommands; }

int run_program(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word.empty() || word == "--help" || word == "-h" || word == "help") {
    std::fputs(usage().c_str(), word.empty() ? stderr : stdout);
    return word.empty() ? kUsage : kGood;
  }
  if (word == "--version" || word == "-V") return run_version(1, argv + 1);
  for (const Command& command : kCommands) {
    if (command.name == word) return command.run(argc - 1, argv + 1);
  }
  return unknown_command(word);
}

}  // namespace cudacompat
