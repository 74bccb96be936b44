// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes/result.h"

namespace cudacompat {

/// What may run code built for an architecture: `base` (sm_100) any later GPU
/// as the rules say, `family` (sm_100f) its family, `exact` (sm_100a) only it.
enum class ArchScope : std::uint8_t { base, family, exact };

/// An architecture as in code: number 90 and scope exact is "90a".
struct Arch {
  std::uint16_t number = 0;
  ArchScope scope = ArchScope::base;
  friend auto operator<=>(const Arch&, const Arch&) = default;
};

/// "90", "90a", "120f"; also "sm_90a" and "compute_90a". Numbers we have no
/// row for are kept. Anything else is an error that shows the text.
Result<Arch> parse_arch(std::string_view text);
/// "90a": no prefix, suffix kept.
std::string to_string(Arch arch);

/// A GPU's compute capability as the number in sm_NN: 8.9 is 89, 12.1 is 121.
using Cc = std::uint16_t;
/// "8.9", "12.1". "89" is an error that proposes "8.9".
Result<Cc> parse_cc(std::string_view text);
/// "8.9": the dot is for GPUs, no dot is for code.
std::string cc_to_string(Cc cc);
inline std::uint16_t cc_major(Cc cc) { return cc / 10; }

}  // namespace cudacompat
