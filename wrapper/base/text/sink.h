// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace cudacompat {

/// Where text goes, piece by piece: a report of a million images is never
/// held whole. Returns false when the reader has gone (EPIPE).
using Sink = std::function<bool(std::string_view)>;

}  // namespace cudacompat
