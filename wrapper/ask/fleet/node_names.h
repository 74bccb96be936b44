// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudacompat {

/// Names of machines as Slurm writes host lists: "gpu-[001-128],login".
///
/// They are packed as they come, so that a cluster of 10^5 machines is a few
/// lines to read and 4 MB to keep. They cannot be written as they come: the
/// name of their target is known at the end only. Names that share their text
/// with no other take some 140 bytes each, 14 MB for 10^5 (measured), where an
/// import may take 64 MB.
class NodeNames {
 public:
  /// The last number of the name's first part (before a dot) is its number.
  void add(std::string_view name);
  /// Sorted, each name once. What a host list gives a meaning (blanks, commas,
  /// brackets) is written as \xNN.
  std::string text() const;

 private:
  struct Run {
    std::uint64_t low;
    std::uint64_t high;
    std::size_t width;  // digits, with zeros in front; 0: no number
  };
  static std::string run_text(const Run& run);
  static std::vector<Run> joined(std::vector<Run> runs);

  // By what stands before the number and behind it.
  std::map<std::pair<std::string, std::string>, std::vector<Run>> runs_;
};

}  // namespace cudacompat
