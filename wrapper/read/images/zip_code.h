// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "read/containers/zip.h"

namespace cudacompat {

/// Unpacks a member of a zip file that may hold device code, piece by piece;
/// false: by its start it cannot, and no piece was given.
Result<bool> unpack_code(
    ZipReader& zip, std::size_t index,
    const std::function<Result<void>(std::span<const std::byte>)>& put);

}  // namespace cudacompat
