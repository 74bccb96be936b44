// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/build/build_tree.h"

namespace cudacompat {

/// Reads the GPU code of the files in the tree's folder.
void read_built_files(BuildTree& tree);

}  // namespace cudacompat
