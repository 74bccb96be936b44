// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "read/images/image.h"
#include "support/byte_writer.h"

namespace cudacompat::testing {

/// All that scan() said of some bytes.
struct Scanned {
  Result<ScanSummary> summary = tl::unexpected(Error{});
  std::vector<Container> containers;
  std::vector<Problem> problems;

  std::vector<Image> images() const {
    std::vector<Image> all;
    for (const Container& container : containers) {
      all.insert(all.end(), container.images.begin(), container.images.end());
    }
    return all;
  }
  /// The problems' messages, a line each.
  std::string said() const {
    std::string all;
    for (const Problem& problem : problems) all += problem.message + "\n";
    return all;
  }
};

inline Scanned scan_source(ByteSource& source, Depth depth = Depth::headers) {
  Scanned scanned;
  const ScanSink sink{
      [&](const Container& container) {
        scanned.containers.push_back(container);
      },
      [&](Problem problem) { scanned.problems.push_back(std::move(problem)); }};
  scanned.summary = scan(source, depth, sink);
  return scanned;
}

inline Scanned scan_bytes(const Bytes& bytes, Depth depth = Depth::headers) {
  ByteSource source = ByteSource::from_memory(bytes, "bytes");
  return scan_source(source, depth);
}

}  // namespace cudacompat::testing
