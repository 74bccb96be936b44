// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/model/profile.h"

namespace cudacompat {

enum class Severity : std::uint8_t { note, warning, error };
std::string_view to_string(Severity severity);

/// One thing to tell, grouped over the containers and targets that share it.
struct Finding {
  std::string id;  // "CC201"
  Severity severity = Severity::error;
  std::string target;  // class name; empty: no class
  /// The first that shares it: index into ArtifactFacts::containers.
  std::optional<std::uint32_t> container;
  std::uint64_t containers = 0;  // how many share it
  std::string message;           // consequence, then cause
  std::string fix;               // the exact flag or version
  std::string suppressed;        // the profile's reason; empty: not suppressed
  std::vector<std::uint32_t> shapes;  // of the containers that share it
};

/// A finding about no container and no class.
Finding make_finding(std::string_view id, Severity severity,
                     std::string message, std::string fix);

/// Marks what the profile suppresses in the file at `path`.
void suppress(std::vector<Finding>& all, const std::string& path,
              const Policy& policy);

}  // namespace cudacompat
