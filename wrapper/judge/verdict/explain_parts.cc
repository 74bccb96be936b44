#include "judge/verdict/explain_parts.h"

namespace cudacompat {

const ImageFacts* picked(const Choice& choice, const ContainerShape* shape) {
  if (shape == nullptr || !choice.image ||
      *choice.image >= shape->images.size())
    return nullptr;
  return &shape->images[*choice.image];
}

std::string arch_words(const ImageFacts* image) {
  if (image == nullptr) return "its code";
  return fmt::format("{}_{}", image->kind == ImageKind::sass ? "sm" : "compute",
                     to_string(image->arch));
}

std::optional<Version> newest_relocatable_isa(const ArtifactFacts& artifact) {
  std::optional<Version> newest;
  for (const ContainerShape& shape : artifact.shapes)
    if (shape.role == ContainerRole::relocatable)
      for (const ImageFacts& image : shape.images)
        if (image.ptx_isa && (!newest || *image.ptx_isa > *newest))
          newest = image.ptx_isa;
  return newest;
}

}  // namespace cudacompat
