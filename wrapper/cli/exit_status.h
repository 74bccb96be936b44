#pragma once

namespace cudacompat {

/// What a command returns; over several files the greatest counts.
enum ExitStatus : int {
  kGood = 0,
  kFindings = 1,
  kUsage = 2,
  kUnread = 3,  // an input could not be read or judged
  kInternal = 4,
};

}  // namespace cudacompat
