// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ask/driver/driver.h"
#include "judge/verdict/driver_choice.h"

namespace cudacompat {

/// Prediction against the driver's answer.
enum class Agreement : std::uint8_t {
  agrees,
  undecided,  // nothing was predicted, or it was no answer about the code
  disagrees,  // our fault
};
std::string_view to_string(Agreement agreement);

/// What a load gives by rule in one mode, from what it gives as it is; nullopt:
/// no document says. The Programming Guide has both variables: forced, embedded
/// PTX is compiled; disabled, fitting SASS is used. How loads fail under them
/// was never measured, so that a failure is predicted as it is only.
std::optional<Outcome> expected_load(LoadMode mode, Outcome as_is,
                                     const ContainerShape& shape,
                                     const DriverCase& machine);

/// A load in one word, the same in reports: "loads", "fails-209", "crashed",
/// "timed-out".
std::string load_word(const LoadEnd& end);

Agreement agreement_of(std::optional<Outcome> expected, const LoadEnd& end);

/// By how bad a word is: loads, unknown, timed-out, fails-N, crashed; "none" is
/// no load at all and comes first. nullopt: no such word.
std::optional<int> load_rank(std::string_view word);
inline constexpr int kRankLoads = 1, kRankUnknown = 2;
/// The worse of two words; the first where they are alike.
std::string worse_load(const std::string& a, const std::string& b);

}  // namespace cudacompat
