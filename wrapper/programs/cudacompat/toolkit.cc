// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/toolkit.h"

#include "ask/system/nvcc.h"
#include "judge/facts/tables.h"

namespace cudacompat {

namespace {

std::string known_releases() {
  std::string out;
  for (const ReleaseRow& row : release_table()) {
    if (row.archs.empty()) continue;
    if (!out.empty()) out += ", ";
    out += to_string(row.cuda);
  }
  return out;
}

}  // namespace

Result<ToolkitFacts> choose_toolkit(const std::string& release,
                                    const std::string& nvcc) {
  if (!release.empty()) {
    const Result<Version> version = parse_version(release);
    if (!version) return tl::unexpected(version.error());
    if (auto facts = toolkit_from_tables(*version)) return *facts;
    return fail(Error::kNoOffset,
                "no facts on CUDA {}; known: {}; for others name the nvcc with "
                "--nvcc",
                to_string(*version), known_releases());
  }
  const Result<std::string> found = find_nvcc(nvcc, system_environment());
  if (found) return ask_toolkit(*found);
  return fail(Error::kNoOffset,
              "no toolkit to plan for: {}; name one with --nvcc PATH, or a "
              "release with --toolkit 13.0",
              found.error().message);
}

}  // namespace cudacompat
