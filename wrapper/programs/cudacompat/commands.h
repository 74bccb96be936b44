// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cudacompat {

/// A command of the program; `run` gets argv from the command's own name on
/// and returns an ExitStatus. This table also makes the usage text.
struct Command {
  std::string_view name, arguments, summary;
  int (*run)(int argc, char** argv);
};
std::span<const Command> command_table();

int run_inspect(int argc, char** argv);
int run_check(int argc, char** argv);
int run_plan(int argc, char** argv);
int run_downgrade(int argc, char** argv);
int run_rehearse(int argc, char** argv);
int run_load_test(int argc, char** argv);
int run_probe(int argc, char** argv);
int run_doctor(int argc, char** argv);
int run_ctest_spec(int argc, char** argv);
int run_jit(int argc, char** argv);
int run_explain(int argc, char** argv);
int run_facts(int argc, char** argv);
int run_schema(int argc, char** argv);
int run_profile(int argc, char** argv);
int run_version(int argc, char** argv);

/// The whole program: picks the command, or prints the usage.
int run_program(int argc, char** argv);

}  // namespace cudacompat
