// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cudacompat {

/// The verdict words, from good to bad: a worse one has the larger value, so
/// "worst wins" is std::max. fails-218 (PTX that is not valid for its own
/// .version, so the JIT compiler refuses it) and fails-100 (the driver does not
/// drive this GPU, so the program sees no device) are named as the driver does.
enum class Outcome : std::uint8_t {
  loads,
  loads_jit,
  unknown,
  fails_209,
  fails_222,
  fails_218,
  fails_200,
  fails_35,
  fails_100,
  fails_803,
  fails_804,
};

/// "loads-jit", "fails-222" ...
std::string_view to_string(Outcome outcome);
std::optional<Outcome> parse_outcome(std::string_view text);
inline bool fails(Outcome o) { return o > Outcome::unknown; }

}  // namespace cudacompat
