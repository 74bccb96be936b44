// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "change/downgrade/prove.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// One PTX image of a container shape that has to be downgraded, and for whom.
struct DowngradeRequest {
  std::size_t image = 0;        // in the shape
  Version isa;                  // the newest that all readers can read
  std::vector<Reader> readers;  // all that compile it, now or then
};

/// By shape (index into ArtifactFacts::shapes): the images that a group's
/// driver would pick and that are too new for it (Reason::ptx_isa_too_new);
/// groups that compile them already are readers too. Relocatable code that a
/// driver would link counts for each object. `groups` has one driver_case
/// each; `verdict` is judge() for them.
std::vector<std::vector<DowngradeRequest>> downgrade_requests(
    const ArtifactFacts& facts, const ArtifactVerdict& verdict,
    const std::vector<JudgedGroup>& groups);

/// The same for a wanted ISA: every PTX above it, to be read by the oldest and
/// the newest release with that ISA among `releases`.
std::vector<std::vector<DowngradeRequest>> downgrade_requests(
    const ArtifactFacts& facts, Version isa,
    const std::vector<Version>& releases);

}  // namespace cudacompat
