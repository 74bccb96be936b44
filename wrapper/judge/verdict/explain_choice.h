// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"
#include "judge/verdict/driver_choice.h"

namespace cudacompat {

/// The finding of a reason ("CC201"); empty where there is nothing to tell.
std::string_view finding_id(Reason reason, const DriverCase& machine);

/// "fails with error 222 (the provided PTX was compiled with an unsupported
/// toolchain)", "starts only after the driver has compiled its PTX", ...
std::string consequence(Outcome outcome);

/// A choice and where it was made. Several machines: those that share the
/// choice, so that one text speaks of them all.
struct ChoiceCase {
  const Choice& choice;
  const ContainerShape* shape;  // null: the whole file decides
  const ArtifactFacts& artifact;
  std::span<const DriverCase> machines;  // at least one
};

/// Why, in one clause: "it holds SASS 75, PTX 75 (9.0), and PTX 9.0 is newer
/// than the 8.2 that the driver reads".
std::string cause(const ChoiceCase& told);

/// What to change, with the exact flag, version or package.
struct Fix {
  std::string text;
  bool new_driver = false;    // an alternative is another driver
  std::uint32_t offered = 0;  // bit i: the row's alternative i is in the text
};
Fix fix(const ChoiceCase& told);

/// In a few words: "same major". Empty where the image's name says all.
std::string reason_words(const ChoiceCase& told);

}  // namespace cudacompat
