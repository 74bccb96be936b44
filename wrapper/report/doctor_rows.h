// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/model/outcome.h"
#include "doctor/environment/snapshot.h"

namespace cudacompat {

/// One thing of a layer, shown the same in text and JSON.
struct LayerRow {
  std::string layer;    // "driver", "toolkit", "framework", "package"
  std::string what;     // "torch 2.9.1+cu126"
  std::string cuda;     // "12.6"; empty: not known
  std::string ptx;      // "reads to 8.2", "writes 9.0", "120 (8.7)"
  std::string code;     // "GPU 9.0", "SASS 70 75 80"
  std::string verdict;  // "loads"; "fails-209 on l4-pool"; empty: none
  std::optional<Outcome> worst;
};

/// Driver before toolkit before frameworks before other packages.
std::vector<LayerRow> layer_rows(const Snapshot& snapshot);

}  // namespace cudacompat
