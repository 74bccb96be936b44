// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "base/bytes/result.h"

namespace cudacompat {

/// Takes what could not be read beside what could; reading goes on.
using ErrorSink = std::function<void(Error)>;

}  // namespace cudacompat
