// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/jit/rehearse.h"
#include "base/model/arch.h"
#include "change/downgrade/downgrade_text.h"

namespace cudacompat {

/// A group that has to read a downgraded text: its CUDA release and its GPU.
struct Reader {
  Version cuda;
  Arch gpu;
  std::string name;  // of the group, for messages
};

/// A downgraded text, and what it was made of.
struct DowngradedImageText {
  const DowngradedText& downgraded;
  Version original_isa;
  Arch target;
  bool object = false;  // of a link to come (JitInput::object)
};

/// What a downgrade was proven with, or why it was not.
struct Proof {
  bool proven = false;
  std::vector<Version> by;  // the releases that took the text, ascending
  std::string why;          // not proven: consequence and cause
  std::string fix;
  std::optional<Reader> refused_by;  // whose compiler did not take the text
};

/// Proves that a downgraded text may stand for the original: the JIT compiler
/// of every reader's release takes it, and the newest available makes the same
/// machine code, constants and attributes of it and of the original without
/// the dropped hints (JitAnswer::code). Nothing is proven without a compiler
/// of each of those releases, or where the newest one cannot read the
/// original. `releases`: those available, ascending.
Proof prove(const DowngradedImageText& text, const std::vector<Reader>& readers,
            const std::vector<Version>& releases, const AskCompiler& ask);

/// The oldest release available, newer than the reader's, whose compiler takes
/// the text for the reader's GPU once it is downgraded to that release's PTX
/// ISA; nullopt: none does.
std::optional<Version> oldest_that_takes(std::string_view original, bool object,
                                         const Reader& reader,
                                         const std::vector<Version>& releases,
                                         const AskCompiler& ask);

}  // namespace cudacompat
