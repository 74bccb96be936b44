// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "judge/facts/artifact.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// One judged file.
struct JudgedArtifact {
  ArtifactFacts facts;
  ArtifactVerdict verdict;
  std::vector<Finding> findings;
};

struct CheckHeader {
  std::string profile;
  Policy policy;
  std::vector<Finding> findings;  // about the groups, whatever the files
};

}  // namespace cudacompat
