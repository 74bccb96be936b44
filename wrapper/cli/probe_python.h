#pragma once

#include <string>

#include "frameworks/environment.h"
#include "report/json_writer.h"

namespace cudacompat {

/// The environment that `probe` reads: `--env`, else the active one.
/// nullopt: there is none, or (a message has been written, and `status` is
/// what to exit with) it cannot be read.
std::optional<PythonEnvironment> probed_python(const std::string& env,
                                               bool quiet, int& status);

/// A line of text: "torch 2.9.1+cu128  CUDA 12.8  SASS 70 80 90; PTX 90".
std::string package_line(const Package& package);
/// "python" of templates/schemas/probe.json; null without one.
void write_python(JsonWriter& json, const PythonEnvironment* python);

}  // namespace cudacompat
