#pragma once

#include <optional>
#include <string>

#include "judge/facts/artifact.h"
#include "judge/verdict/driver_choice.h"

namespace cudacompat {

/// The image that a choice speaks of; null where it speaks of none.
const ImageFacts* picked(const Choice& choice, const ContainerShape* shape);
/// "sm_90a", "compute_80"; "its code" where there is no image.
std::string arch_words(const ImageFacts* image);
/// The newest PTX ISA among relocatable containers, for a JIT link.
std::optional<Version> newest_relocatable_isa(const ArtifactFacts& artifact);

}  // namespace cudacompat
