// SPDX-License-Identifier: Apache-2.0
#include "base/text/glob.h"

#include <fnmatch.h>

namespace cudacompat {

bool glob_matches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0 ||
         fnmatch(("*/" + pattern).c_str(), text.c_str(), 0) == 0;
}

}  // namespace cudacompat
