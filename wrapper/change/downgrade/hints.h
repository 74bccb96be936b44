// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "base/model/version.h"

namespace cudacompat {

/// A pragma that a downgraded text may lose: it tells the assembler how to make
/// code, and changes nothing that the code computes.
struct HintRow {
  std::string_view name;    // first word of the pragma's string
  Version since;            // the PTX ISA that brought it
  std::string_view source;  // that says both
};
std::span<const HintRow> hint_table();
/// nullptr: no such hint, so the pragma must stay.
const HintRow* find_hint(std::string_view name);

}  // namespace cudacompat
