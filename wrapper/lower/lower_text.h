#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/result.h"
#include "model/version.h"

namespace cudacompat {

/// A hint: a pragma that changes no meaning (see hint_table()).
struct DroppedHint {
  std::string name;        // "used_bytes_mask"
  std::uint64_t line = 0;  // of the text, from 1
};

struct LoweredText {
  /// As long as the text it was made of, line by line: dropped hints are
  /// blanks.
  std::string text;
  /// The old text minus the same hints: what the machine code of `text` is
  /// held against.
  std::string reference;
  std::vector<DroppedHint> dropped;
};

/// Sets `.version` of a PTX text to `isa` and drops the hints that `isa` does
/// not have. An Error (with the offset) where the header cannot be read, `isa`
/// is not lower than the text's own, or it is below the least ISA of the text's
/// .target.
Result<LoweredText> lower_text(std::string_view text, Version isa);

/// Hints by name, the ISA that brought each, and the source that says that it
/// changes no meaning.
struct HintRow {
  std::string_view name;
  Version since;
  std::string_view source;
};

}  // namespace cudacompat
