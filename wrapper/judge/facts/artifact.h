// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "read/images/image.h"

namespace cudacompat {

/// What the rules ask of one image: everything that can change a verdict and
/// nothing else, so that equal facts get one judgement.
struct ImageFacts {
  ImageKind kind = ImageKind::unknown;
  Compression compression = Compression::none;
  Arch arch;
  std::optional<Version> ptx_isa;
  std::optional<Version> toolkit;  // of a cubin
  std::uint8_t cubin_abi = 0;
  bool arch_known = true;
  bool concatenated = false;
  bool empty = false;  // surely without kernel, function or variable
  friend auto operator<=>(const ImageFacts&, const ImageFacts&) = default;
};

/// Containers of equal shape share one verdict; a file has few shapes.
struct ContainerShape {
  ContainerRole role = ContainerRole::plain;
  bool bare = false;  // a file that the program hands to the driver API itself
  /// 1 + the row of Policy::partial that names this container; 0: none does.
  std::uint16_t partial = 0;
  std::vector<ImageFacts> images;
  friend auto operator<=>(const ContainerShape&,
                          const ContainerShape&) = default;
  /// No image holds anything: the link step's own container, or that of a
  /// source without device code; never counts.
  bool empty() const;
};

/// Where a container lies, for messages.
struct Place {
  std::string section, member, unit;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct ContainerRef {
  std::uint64_t offset = 0;
  std::uint32_t shape = 0;  // index into ArtifactFacts::shapes
  std::uint32_t place = 0;  // index into ArtifactFacts::places
};

/// All that is true of one file, in memory that grows by 16 bytes a container.
struct ArtifactFacts {
  std::string path;
  FileKind file = FileKind::no_device_code;
  RuntimeFacts runtime;
  std::vector<ContainerShape> shapes;
  std::vector<Place> places;
  std::vector<ContainerRef> containers;
  std::uint64_t images = 0;
  std::vector<Problem> problems;  // the first kMaxProblems
  std::uint64_t problem_count = 0;
  static constexpr std::size_t kMaxProblems = 100;
};

/// Input of a device link is shipped as what the link made of it.
bool is_shipped(const ContainerShape& shape, FileKind file);

/// Says which row of Policy::partial names a container (as in ContainerShape).
using PartialTag = std::function<std::uint16_t(const Container&)>;

/// Scans `source` and keeps what the rules need of it. Without `tag` no
/// container is partial.
Result<ArtifactFacts> collect_facts(ByteSource& source, Depth depth,
                                    const PartialTag& tag = {});

}  // namespace cudacompat
