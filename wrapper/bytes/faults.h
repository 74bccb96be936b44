#pragma once

#include <functional>

#include "bytes/result.h"

namespace cudacompat {

/// Takes what could not be read beside what could; reading goes on.
using Faults = std::function<void(Error)>;

}  // namespace cudacompat
