// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "ask/fleet/import.h"

namespace cudacompat::testing {

/// Imports a text as one of these formats, which its first byte picks, and
/// requires what fleet/import.h promises: a profile that is right, or a reason.
void import_and_check(std::string_view input,
                      std::span<const std::string_view> names);

}  // namespace cudacompat::testing
