// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cudacompat::testing {

/// What in `value` breaks `schema`, each as "$.targets[0].name: why". Knows the
/// words that templates/schemas use; any other is told as a violation, so that
/// nothing passes by not being looked at.
std::vector<std::string> schema_violations(const nlohmann::json& schema,
                                           const nlohmann::json& value);

}  // namespace cudacompat::testing
