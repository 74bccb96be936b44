// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "programs/launch/product_check.h"

namespace cudacompat {

/// Whether a group's driver cannot read the PTX that it would pick.
bool has_newer_ptx(const Judgement& judgement);

/// Has the cudacompat beside this program downgrade the PTX of a product for
/// the groups of `machines` (`cudacompat downgrade PRODUCT -p MACHINES`): it
/// has the JIT compilers and their cache of answers, which a launcher that
/// starts with every compile must not carry. Returns what it said, lines with a
/// newline each; the product is whole whatever happens.
std::string downgrade_product(const std::string& product,
                              const std::string& machines);

}  // namespace cudacompat
