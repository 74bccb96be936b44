// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"

namespace cudacompat::testing {

/// Images from words: "sm_80@13.0" (SASS and the toolkit that made it),
/// "ptx_75@9.0" (PTX and its ISA), "lto_90", "tile_100", "kind99",
/// "empty_75@13.0"; each may end in "+zstd", "+lz4", "+codec?", "+concat",
/// "+notoolkit" (not read from the file).
ContainerShape shape(std::string_view words,
                     ContainerRole role = ContainerRole::plain,
                     bool bare = false);

/// A product that holds one container of each shape.
ArtifactFacts product(std::vector<ContainerShape> shapes,
                      FileKind file = FileKind::linked_product);

/// The group of a --target shorthand ("8.9@535.183.06"), one driver_case.
DriverCase machine(std::string_view shorthand);
TargetGroup target_group(std::string_view shorthand);

}  // namespace cudacompat::testing
