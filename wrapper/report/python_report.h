// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ask/frameworks/environment.h"
#include "base/json/json_writer.h"

namespace cudacompat {

/// A line of text: "torch 2.9.1+cu128  CUDA 12.8  SASS 70 80 90; PTX 90".
std::string package_line(const Package& package);
/// "python" of templates/schemas/probe.json; null without one.
void write_python(JsonWriter& json, const PythonEnvironment* python);

}  // namespace cudacompat
