// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/probe_python.h"

#include "base/text/printable.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/progress.h"

namespace cudacompat {
namespace {

/// What is not known because it could not be read; true: there is such.
bool tell_unread(const PythonEnvironment& python) {
  bool any = false;
  for (const std::string& problem : python.problems) {
    warn("{}", printable(problem));
    any = true;
  }
  for (const Package& package : python.packages) {
    for (const ArtifactFacts& file : package.files) {
      if (file.problem_count == 0) continue;
      warn("device code of {} is not known: {}: {}", printable(package.name),
           printable(file.path), printable(file.problems.at(0).message));
      any = true;
    }
  }
  return any;
}

}  // namespace

std::optional<PythonEnvironment> probed_python(const std::string& env,
                                               bool quiet, int& status) {
  const auto available = active_python_environment(system_environment());
  const std::string prefix = env.empty() ? available.value_or("") : env;
  if (prefix.empty()) return std::nullopt;
  Progress progress(!quiet);
  auto python = read_python_environment(
      prefix, Depth::cubin_headers,
      [&](std::size_t at, std::size_t of, std::string_view name) {
        progress.tick(at, of, name);
      });
  clear_progress_line();
  if (!python) {
    say(env.empty() ? "warning" : "error",
        printable(prefix + ": " + python.error().message));
    if (!env.empty()) status = kUnread;
    return std::nullopt;
  }
  if (tell_unread(*python) && status != kNoGpu) status = kUnread;
  return std::move(*python);
}

}  // namespace cudacompat
