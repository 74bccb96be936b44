// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/hints.h"

#include <algorithm>
#include <array>

namespace cudacompat {
namespace {

constexpr std::array kRows = {
    HintRow{"nounroll",
            {2, 0},
            "PTX ISA, Pragma Strings: nounroll (\"directs not to unroll\"); "
            "introduced in PTX ISA 2.0"},
    HintRow{"used_bytes_mask",
            {8, 3},
            "PTX ISA, Pragma Strings: used_bytes_mask (which bytes of a load "
            "are used; the rest is loaded without it); introduced in PTX ISA "
            "8.3; ptxas 13.5.37 refuses it below"},
    HintRow{"enable_smem_spilling",
            {8, 7},
            "PTX ISA, Pragma Strings: enable_smem_spilling (where registers "
            "are spilled to); the manual has it from 9.0 on, ptxas 12.8.93 "
            "takes it and ptxas 13.5.37 refuses it below 8.7"},
    HintRow{"frequency",
            {9, 0},
            "PTX ISA, Pragma Strings: frequency (how often a block runs); "
            "introduced in PTX ISA 9.0; ptxas 13.5.37 refuses it below"},
};

}  // namespace

std::span<const HintRow> hint_table() { return kRows; }

const HintRow* find_hint(std::string_view name) {
  const auto found =
      std::find_if(kRows.begin(), kRows.end(),
                   [&](const HintRow& row) { return row.name == name; });
  return found == kRows.end() ? nullptr : &*found;
}

}  // namespace cudacompat
