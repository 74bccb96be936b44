// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/model/outcome.h"
#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"
#include "judge/verdict/reason_table.h"

namespace cudacompat {

/// What the driver would pick in one container, and whether that works. A
/// claim about the driver, not about us: GPU tests check this function.
struct Choice {
  Outcome outcome = Outcome::unknown;
  Reason reason = Reason::no_code;
  /// The image chosen, or the nearest one that the reason speaks of.
  std::optional<std::size_t> image;
};

/// Judges a plain, linked or (as its link would see it) relocatable container
/// by itself. Order, from PG 6.1.4: exact SASS, then the highest compatible
/// SASS, then the highest PTX. Doubts make `unknown` only where they change
/// the outcome.
Choice driver_choice(const ContainerShape& shape, const DriverCase& machine);

/// The same of the container's PTX alone, which is what a driver takes of an
/// object where it links at load time. `image` is an index into `shape`.
Choice driver_choice_of_ptx(const ContainerShape& shape,
                            const DriverCase& machine);

}  // namespace cudacompat
