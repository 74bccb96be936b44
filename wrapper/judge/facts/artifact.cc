// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/artifact.h"

#include <algorithm>
#include <unordered_map>

namespace cudacompat {
namespace {

// Real files have tens of shapes and thousands of places. Over these limits a
// file was made to fill the memory; what is left over is kept as unknown.
constexpr std::size_t kMaxShapeImages = std::size_t{1} << 18;
constexpr std::size_t kMaxPlaces = std::size_t{1} << 16;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu;
}

std::uint64_t pack(const std::optional<Version>& version) {
  if (!version) return 0;
  return std::uint64_t{1} << 32 | std::uint64_t{version->major} << 16 |
         version->minor;
}

std::uint64_t hash_of(const ContainerShape& shape) {
  std::uint64_t hash =
      mix(shape.images.size(), static_cast<std::uint64_t>(shape.partial) << 16 |
                                   static_cast<std::uint64_t>(shape.role) << 1 |
                                   static_cast<std::uint64_t>(shape.bare));
  for (const ImageFacts& image : shape.images) {
    const std::uint64_t bits =
        static_cast<std::uint64_t>(image.kind) |
        static_cast<std::uint64_t>(image.compression) << 8 |
        static_cast<std::uint64_t>(image.arch.scope) << 16 |
        static_cast<std::uint64_t>(image.cubin_abi) << 24 |
        static_cast<std::uint64_t>(image.arch_known) << 32 |
        static_cast<std::uint64_t>(image.concatenated) << 33 |
        static_cast<std::uint64_t>(image.empty) << 34 |
        static_cast<std::uint64_t>(image.arch.number) << 40;
    hash = mix(mix(mix(hash, bits), pack(image.ptx_isa)), pack(image.toolkit));
  }
  return hash;
}

std::uint64_t hash_of(const Place& place) {
  const std::hash<std::string_view> text;
  return mix(mix(text(place.section), text(place.member)), text(place.unit));
}

/// Keeps one of each value; the index stands for it from then on.
template <typename T>
class Interner {
 public:
  explicit Interner(std::vector<T>& values) : values_(values) {}

  std::optional<std::uint32_t> find(const T& value) {
    // Neighbours are alike more often than not.
    if (!values_.empty() && values_[last_] == value) return last_;
    hash_ = hash_of(value);
    const auto [first, end] = index_.equal_range(hash_);
    for (auto i = first; i != end; ++i) {
      if (values_[i->second] == value) return last_ = i->second;
    }
    return std::nullopt;
  }
  /// Only after `find` did not find it.
  std::uint32_t add(const T& value) {
    last_ = static_cast<std::uint32_t>(values_.size());
    values_.push_back(value);
    index_.emplace(hash_, last_);
    return last_;
  }

 private:
  std::vector<T>& values_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> index_;
  std::uint64_t hash_ = 0;
  std::uint32_t last_ = 0;
};

ImageFacts facts_of(const Image& image) {
  ImageFacts facts;
  facts.kind = image.kind;
  facts.compression = image.compression;
  facts.arch = image.arch;
  facts.ptx_isa = image.ptx_isa;
  facts.toolkit = image.toolkit;
  facts.cubin_abi = image.cubin_abi;
  facts.arch_known = image.arch_known;
  facts.concatenated = image.concatenated;
  facts.empty = image.empty.value_or(false);
  return facts;
}

class Observer {
 public:
  Observer(ArtifactFacts& facts, const PartialTag& tag)
      : facts_(facts),
        tag_(tag),
        shapes_(facts.shapes),
        places_(facts.places) {}

  void container(const Container& container, bool bare);
  void problem(Problem problem);

 private:
  std::uint32_t shape(const Container& container, bool bare);
  std::uint32_t place(const Container& container);
  /// What stands for all that is over a limit.
  std::uint32_t leftover_shape(std::uint64_t offset);

  ArtifactFacts& facts_;
  const PartialTag& tag_;
  Interner<ContainerShape> shapes_;
  Interner<Place> places_;
  ContainerShape candidate_;  // used again, with its memory
  Place here_;
  std::size_t shape_images_ = 0;
};

void Observer::problem(Problem problem) {
  ++facts_.problem_count;
  if (facts_.problems.size() < ArtifactFacts::kMaxProblems) {
    facts_.problems.push_back(std::move(problem));
  }
}

std::uint32_t Observer::leftover_shape(std::uint64_t offset) {
  problem({fmt::format("the file has more kinds of containers than the {} "
                       "images that are kept; this one is not judged",
                       kMaxShapeImages),
           offset,
           {}});
  candidate_.images.assign(1, ImageFacts{});
  candidate_.images.front().arch_known = false;
  const auto known = shapes_.find(candidate_);
  return known ? *known : shapes_.add(candidate_);
}

std::uint32_t Observer::shape(const Container& container, bool bare) {
  candidate_.role = container.role;
  candidate_.bare = bare;
  candidate_.partial = tag_ ? tag_(container) : std::uint16_t{0};
  candidate_.images.clear();
  for (const Image& image : container.images) {
    candidate_.images.push_back(facts_of(image));
  }
  if (const auto known = shapes_.find(candidate_)) return *known;
  const std::size_t cost =
      candidate_.images.size() + 4;  // and the shape itself
  if (cost > kMaxShapeImages - shape_images_) {
    return leftover_shape(container.offset);
  }
  shape_images_ += cost;
  return shapes_.add(candidate_);
}

std::uint32_t Observer::place(const Container& container) {
  here_.section = container.section;
  here_.member = container.member;
  here_.unit = container.unit;
  if (const auto known = places_.find(here_)) return *known;
  if (facts_.places.size() >= kMaxPlaces) {
    here_ = {container.section, {}, {}};
    if (const auto known = places_.find(here_)) return *known;
    if (facts_.places.size() >= kMaxPlaces + 8) return 0;
  }
  return places_.add(here_);
}

void Observer::container(const Container& container, bool bare) {
  ContainerRef ref;
  ref.offset = container.offset;
  ref.shape = shape(container, bare);
  ref.place = place(container);
  facts_.containers.push_back(ref);
  facts_.images += container.images.size();
}

}  // namespace

bool ContainerShape::empty() const {
  // A link of PTX alone leaves a container without an image.
  if (images.empty()) return role == ContainerRole::linked;
  return std::all_of(images.begin(), images.end(),
                     [](const ImageFacts& image) { return image.empty; });
}

bool is_shipped(const ContainerShape& shape, FileKind file) {
  if (shape.empty()) return false;
  return file != FileKind::linked_product ||
         shape.role != ContainerRole::relocatable;
}

Result<ArtifactFacts> collect_facts(ByteSource& source, Depth depth,
                                    const PartialTag& tag) {
  ArtifactFacts facts;
  facts.path = source.name();
  Observer observer(facts, tag);
  ScanSink sink;
  sink.container = [&](const Container& container) {
    // Containers of host files and archives lie in a named section.
    observer.container(container, container.section.empty());
  };
  sink.problem = [&](Problem problem) { observer.problem(std::move(problem)); };
  auto summary = scan(source, depth, sink);
  if (!summary) return tl::unexpected(summary.error());
  facts.file = summary->file;
  facts.runtime = summary->runtime;
  return facts;
}

}  // namespace cudacompat
