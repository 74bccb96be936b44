// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/model/profile.h"

namespace cudacompat {

bool Policy::accepts(Outcome outcome) const {
  return std::find(accept.begin(), accept.end(), outcome) != accept.end();
}

}  // namespace cudacompat
