#include "lower/hints.h"

#include <algorithm>
#include <array>

namespace cudacompat {
namespace {

constexpr std::array kRows = {
    HintRow{"nounroll",
            {2, 0},
            "PTX ISA, Pragma Strings: nounroll (\"directs not to unroll\"); "
            "introduced in PTX ISA 2.0"                 },
    HintRow{"used_bytes_mask",
            {8, 3},
            "PTX ISA, Pragma Strings: used_bytes_mask (which bytes of a load "
            "are used; the rest is loaded without it); introduced in PTX ISA "
            "8.3; nvJitLink 13.5 refuses it below"      },
    HintRow{"enable_smem_spilling",
            {9, 0},
            "PTX ISA, Pragma Strings: enable_smem_spilling (where registers "
            "are spilled to); introduced in PTX ISA 9.0"},
    HintRow{"frequency",
            {9, 0},
            "PTX ISA, Pragma Strings: frequency (how often a block runs); "
            "introduced in PTX ISA 9.0"                 },
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
