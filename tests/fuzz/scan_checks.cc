// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "fuzz/checks.h"

namespace cudacompat::testing {
namespace {

constexpr std::uint64_t kUnpackLimit = 1 << 22;

/// What must not depend on how deep the scan looks.
struct Seen {
  std::vector<Image> images;
  std::vector<std::uint64_t> containers;
};

void check_image(const Image& image, const Container& container,
                 std::uint64_t file_size) {
  require(image.offset <= file_size, "an image starts inside the file");
  require(image.size <= file_size - image.offset, "an image ends inside it");
  require(image.offset >= container.offset &&
              image.offset + image.size <= container.offset + container.size,
          "an image lies inside its container");
  if (image.compression == Compression::none && !image.concatenated) {
    require(image.unpacked_size == image.size,
            "an image that is not compressed has one size");
  }
  if (image.concatenated) {
    require(image.block_offset <= image.block_size &&
                image.unpacked_size <= image.block_size - image.block_offset,
            "a concatenated image lies inside the unpacked entry");
  }
  require(image.kind == ImageKind::ptx || !image.ptx_isa,
          "only PTX has a PTX ISA version");
}

Seen scan_once(const Bytes& bytes, Depth depth) {
  ByteSource source = ByteSource::from_memory(bytes, "input");
  Seen seen;
  const bool thin = bytes.size() >= 8 && static_cast<char>(bytes[2]) == 't';
  std::uint64_t problems = 0;
  ScanSink sink;
  sink.container = [&](const Container& container) {
    seen.containers.push_back(container.offset);
    require(seen.containers.size() <= bytes.size() + 1,
            "there are no more containers than bytes");
    // The members of a thin archive are other files.
    if (!thin) {
      require(container.offset <= bytes.size() &&
                  container.size <= bytes.size() - container.offset,
              "a container lies inside the file");
      for (const Image& image : container.images) {
        check_image(image, container, bytes.size());
      }
    }
    seen.images.insert(seen.images.end(), container.images.begin(),
                       container.images.end());
  };
  sink.problem = [&](const Problem& problem) {
    require(!problem.message.empty(), "a problem says what it is");
    require(++problems <= 4 * bytes.size() + 16,
            "there are no more problems than bytes");
  };
  const Result<ScanSummary> summary = scan(source, depth, sink);
  if (!summary) {
    require(!summary.error().message.empty(), "an error says what it is");
  }
  return seen;
}

void check_same(const Seen& shallow, const Seen& deep) {
  require(shallow.containers == deep.containers,
          "a deeper look finds the same containers");
  require(shallow.images.size() == deep.images.size(),
          "a deeper look finds the same images");
  for (std::size_t i = 0; i < shallow.images.size(); ++i) {
    const Image& a = shallow.images[i];
    const Image& b = deep.images[i];
    require(a.kind == b.kind && a.offset == b.offset && a.size == b.size,
            "a deeper look finds the same places");
  }
}

void unpack_all(const Bytes& bytes, const Seen& seen) {
  ByteSource source = ByteSource::from_memory(bytes, "input");
  const std::size_t n = std::min<std::size_t>(seen.images.size(), 8);
  for (std::size_t i = 0; i < n; ++i) {
    const Result<Bytes> unpacked = unpack(source, seen.images[i], kUnpackLimit);
    require(!unpacked || unpacked->size() <= kUnpackLimit,
            "unpack() holds to its limit");
    require(unpacked || !unpacked.error().message.empty(),
            "unpack() says why not");
  }
}

}  // namespace

void scan_and_check(const Bytes& bytes) {
  const Seen seen = scan_once(bytes, Depth::headers);
  check_same(seen, scan_once(bytes, Depth::cubin_headers));
  check_same(seen, scan_once(bytes, Depth::all));
  check_same(seen, scan_once(bytes, Depth::compare));
  unpack_all(bytes, seen);
}

}  // namespace cudacompat::testing
