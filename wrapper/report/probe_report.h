// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ask/frameworks/environment.h"
#include "ask/jit/compiler.h"
#include "ask/probe/available.h"
#include "ask/probe/this_machine.h"
#include "base/text/sink.h"

namespace cudacompat {

/// All that `probe` tells.
struct ProbeFacts {
  ThisMachine machine;
  std::vector<LibcudaFile> libcudas;
  std::vector<BuildTool> tools;
  std::vector<JitCompiler> compilers;
  std::optional<PythonEnvironment> python;
};

/// One line a fact.
void write_probe_text(const Sink& sink, const ProbeFacts& facts);
/// templates/schemas/probe.json
void write_probe_json(const Sink& sink, const ProbeFacts& facts);

}  // namespace cudacompat
