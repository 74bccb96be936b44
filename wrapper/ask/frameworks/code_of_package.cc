// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "ask/frameworks/environment.h"

namespace cudacompat {
namespace {

/// In how many containers each piece of code is.
struct Counts {
  std::map<Arch, std::uint64_t> sass, ptx;
  std::uint64_t containers = 0;

  void add(const ArtifactFacts& file) {
    for (const ContainerRef& ref : file.containers) {
      const ContainerShape& shape = file.shapes[ref.shape];
      if (!is_shipped(shape, file.file)) continue;
      ++containers;
      std::set<std::pair<ImageKind, Arch>> once;
      for (const ImageFacts& image : shape.images) {
        if (!image.arch_known || !once.emplace(image.kind, image.arch).second)
          continue;
        if (image.kind == ImageKind::sass) ++sass[image.arch];
        if (image.kind == ImageKind::ptx) ++ptx[image.arch];
      }
    }
  }
};

std::vector<Arch> in_more_than(std::uint64_t containers,
                               const std::map<Arch, std::uint64_t>& counts) {
  std::vector<Arch> archs;
  for (const auto& [arch, n] : counts) {
    if (n > containers) archs.push_back(arch);
  }
  return archs;
}

}  // namespace

FrameworkSpec framework_spec(const Package& package) {
  Counts counts;
  for (const ArtifactFacts& file : package.files) counts.add(file);
  const std::uint64_t half = counts.containers / 2;
  return {package.name, package.version, package.cuda,
          in_more_than(half, counts.sass), in_more_than(half, counts.ptx)};
}

FrameworkSpec all_code(const ArtifactFacts& file) {
  Counts counts;
  counts.add(file);
  return {
      "", "", {}, in_more_than(0, counts.sass), in_more_than(0, counts.ptx)};
}

}  // namespace cudacompat
