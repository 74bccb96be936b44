// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json/located_errors.h"
#include "base/json/located_json.h"
#include "base/model/profile.h"

namespace cudacompat {

/// The "policy" object of a profile; what is wrong goes to `errors`.
Policy read_policy(const JsonValue& value, LocatedErrors& errors);

/// One element of "targets".
TargetSpec read_target(const JsonValue& value, LocatedErrors& errors);

/// A compute capability, which must be a string: a number loses the zero of
/// 8.0 on its way through YAML or JSON.
std::optional<Cc> read_cc_value(const JsonValue& value, LocatedErrors& errors);

}  // namespace cudacompat
