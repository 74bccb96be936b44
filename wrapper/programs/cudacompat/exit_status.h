// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace cudacompat {

/// What a command returns; over several files the greatest counts.
enum ExitStatus : int {
  kGood = 0,
  kFindings = 1,
  kUsage = 2,
  kUnread = 3,  // an input could not be read or judged
  kInternal = 4,
  kNoGpu = 77,  // no GPU, or no code for one: a test skips
};

/// Where something was tried: a failure that was found beats what could not be
/// tried, since a test that skips on exit 3 must not hide it; a fault of our
/// own beats both.
inline int worse_status(int a, int b) {
  const bool found = a == kFindings || b == kFindings;
  return found && std::max(a, b) <= kUnread ? kFindings : std::max(a, b);
}

}  // namespace cudacompat
