// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/verdict_words.h"

#include "judge/facts/image_names.h"
#include "judge/verdict/explain_choice.h"

namespace cudacompat {

bool nothing_to_judge(const ArtifactFacts& facts,
                      const ArtifactVerdict& verdict) {
  return !verdict.device_code && facts.problem_count == 0 &&
         !fails(verdict.outcome);
}

std::string_view verdict_word(const ArtifactFacts& facts,
                              const ArtifactVerdict& verdict) {
  return nothing_to_judge(facts, verdict) ? "none" : to_string(verdict.outcome);
}

std::string because(const Choice& choice, const ContainerShape* shape,
                    const DriverCase& machine) {
  static const ArtifactFacts kNoFile;
  const std::string words =
      reason_words({choice, shape, kNoFile, {&machine, 1}});
  if (!shape || !choice.image || *choice.image >= shape->images.size() ||
      !reason_row(choice.reason).about_image) {
    return words;
  }
  std::string out = image_label(shape->images[*choice.image]);
  if (!words.empty()) out += ", " + words;
  // An object's relocatable code is not what loads: its device link decides.
  if (shape->role == ContainerRole::relocatable &&
      choice.outcome <= Outcome::loads_jit) {
    out += ", once device-linked";
  }
  return out;
}

}  // namespace cudacompat
