#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/targets.h"
#include "images/image.h"
#include "model/arch_list.h"
#include "verdict/verdict.h"

namespace cudacompat {

/// All that `check` asks of each file.
struct Question {
  Targets targets;
  std::vector<JudgedClass> classes;
  std::vector<Finding> class_findings;
  Depth depth = Depth::headers;
  std::vector<ArchRequest> expected;  // --expect
  bool expects = false;
  bool require_device_code = false;
};

/// Judges each file and reports it at once; the greatest ExitStatus of all.
int check_files(const std::vector<std::string>& files, const Question& question,
                const Options& options, Output& output);

}  // namespace cudacompat
