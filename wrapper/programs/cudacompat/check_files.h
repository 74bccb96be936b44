// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/model/arch_list.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/targets.h"
#include "read/images/image.h"

namespace cudacompat {

/// All that `check` asks of each file.
struct Question {
  Targets targets;
  std::vector<JudgedGroup> groups;
  std::vector<Finding> group_findings;
  Depth depth = Depth::headers;
  std::vector<ArchRequest> expected;  // --expect
  bool expects = false;
  bool require_device_code = false;
};

/// Judges each file and reports it at once; the greatest ExitStatus of all.
int check_files(const std::vector<std::string>& files, const Question& question,
                const Options& options, Output& output);

}  // namespace cudacompat
