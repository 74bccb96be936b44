#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facts/artifact.h"
#include "lower/prove.h"
#include "lower/wishes.h"

namespace cudacompat {

/// What became of one PTX image that had to be lowered.
struct LoweredImage {
  std::string container;  // its id, as in other reports
  std::string unit;
  Arch target;
  Version from, to;
  bool lowered = false;
  std::vector<Version> proven_by;
  std::vector<DroppedHint> dropped;
  std::string why, cure;  // not lowered
};

struct LoweringRequest {
  std::string path;  // of the file
  std::string out;   // where the result goes; equal to `path`: in its place
  Depth depth = Depth::headers;
  std::vector<Version> releases;  // at hand, ascending
  AskCompiler ask;
};

/// Lowers the images that `wishes` names and that can be proven, in a copy of
/// the file: same size, same layout, same codec, entry headers to match. The
/// copy is read again, must differ in nothing but those images' PTX ISA and
/// sizes, and is then renamed to `out` (a symbolic link stays one), with the
/// mode of the original and the time of now. Where nothing was lowered, `out`
/// becomes a plain copy, or the file is left untouched. Never in place: a
/// compiler cache may hold a hard link. An Error where the file could not be
/// read or written; `out` is then as it was.
Result<std::vector<LoweredImage>> lower_file(
    const LoweringRequest& request, const ArtifactFacts& facts,
    const std::vector<std::vector<LoweringWish>>& wishes);

}  // namespace cudacompat
