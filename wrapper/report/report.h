#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/artifact.h"
#include "plan/plan.h"
#include "verdict/verdict.h"

namespace cudacompat {

/// Where text goes, piece by piece: a report of a million images is never
/// held whole. Returns false when the reader has gone (EPIPE).
using Sink = std::function<bool(std::string_view)>;

/// One judged file.
struct JudgedArtifact {
  ArtifactFacts facts;
  ArtifactVerdict verdict;
  std::vector<Finding> findings;
};

struct CheckHeader {
  std::string profile;
  Policy policy;
};

/// The findings of one file as a compiler would print them:
/// "path: error: cudacompat[CC201]: message" and "  cure: ...". `path` is the
/// .cu where the caller knows it.
std::string findings_text(std::string_view path,
                          const std::vector<Finding>& findings);

}  // namespace cudacompat
