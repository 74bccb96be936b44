// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "change/downgrade/prove.h"
#include "change/downgrade/requests.h"
#include "judge/facts/artifact.h"

namespace cudacompat {

/// What became of one PTX image that had to be downgraded.
struct DowngradedImage {
  std::string container;  // its id, as in other reports
  std::string unit;
  Arch target;
  Version from, to;
  bool downgraded = false;
  std::vector<Version> proven_by;
  std::vector<DroppedHint> dropped;
  std::string why, fix;  // not downgraded
};

struct DowngradeOptions {
  std::string path;  // of the file
  std::string out;   // where the result goes; equal to `path`: in its place
  Depth depth = Depth::headers;
  std::vector<Version> releases;  // available, ascending
  AskCompiler ask;
};

/// Downgrades the images that `requests` names and that can be proven, in a
/// copy of the file: same size, same layout, same codec, entry headers to
/// match. The copy is read again, must differ in nothing but those images' PTX
/// ISA and sizes, and is then renamed to `out` (a symbolic link stays one),
/// with the mode of the original and the time of now. Where nothing was
/// downgraded, `out` becomes a plain copy, or the file is left untouched. Never
/// in place: a compiler cache may hold a hard link. An Error where the file
/// could not be read or written; `out` is then as it was.
Result<std::vector<DowngradedImage>> downgrade_file(
    const DowngradeOptions& request, const ArtifactFacts& facts,
    const std::vector<std::vector<DowngradeRequest>>& requests);

}  // namespace cudacompat
