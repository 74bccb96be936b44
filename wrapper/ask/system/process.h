// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/bytes/result.h"

namespace cudacompat {

/// A program to run for its answer: no shell, standard input is empty, both
/// outputs are read. LC_ALL is C, so that texts are the ones we know.
struct ProcessRequest {
  std::vector<std::string> argv;     // argv[0] is a path, it is not looked up
  std::vector<std::string> without;  // environment variables to leave out
  std::chrono::milliseconds time_limit{10'000};
  std::size_t output_limit = 1u << 20;  // of each output; the rest is dropped
  /// Both outputs go to our standard error as they come, and none is read.
  bool show = false;
};

struct ProcessOutput {
  int exit_code = 0;  // 128 + N where signal N ended it
  std::string out;
  std::string err;
};

/// Runs and waits. The program is a process group of its own, all of which is
/// killed when the time is up. An Error where it could not be started (the
/// system's reason is shown) or did not end in time; any exit code is a
/// ProcessOutput.
Result<ProcessOutput> run_process(const ProcessRequest& request);

/// The path of a program in the folder of the running one.
std::string beside_this_program(const std::string& name);

}  // namespace cudacompat
