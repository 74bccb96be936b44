// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/bytes/result.h"

namespace cudacompat {

/// Downgrades one member, unpacked to the file `path`, in its place; true where
/// the file has changed.
using DowngradeMember =
    std::function<bool(const std::string& name, const std::string& path)>;

/// Downgrades the members of the zip file `path` (a wheel) that may hold device
/// code, and writes the result to `out`, beside it first and then renamed: the
/// same members in the same order, those that did not change as they were
/// packed, a wheel's RECORD to match. Where no member changes, `out` becomes a
/// plain copy, or the file is left untouched. A wheel whose RECORD is signed
/// (RECORD.jws, RECORD.p7s) is an Error where a member would change. Members
/// are never unpacked by their names. An Error leaves `out` as it was.
Result<void> rewrite_zip(const std::string& path, const std::string& out,
                         const DowngradeMember& downgrade);

}  // namespace cudacompat
