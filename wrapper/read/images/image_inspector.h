// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/bytes/error_sink.h"
#include "read/containers/codec.h"
#include "read/containers/fatbin.h"
#include "read/images/cubin.h"
#include "read/images/image.h"

namespace cudacompat {

/// Looks into payloads as deep as asked, adds what it finds to the image, and
/// names what does not agree with the entry's header.
class ImageInspector {
 public:
  ImageInspector(ByteSource& source, Depth depth, const ErrorSink& faults)
      : source_(source), depth_(depth), faults_(faults) {}

  /// `linked`: the image is of a device link, whose leftover is looked for.
  void look(Image& image, bool linked);
  /// The images of one concatenated entry.
  void look_into_block(std::span<Image> images);
  /// Once the images of a container were looked at: where no cubin of it holds
  /// anything, whether its PTX does.
  void look_for_empty_ptx(std::span<Image> images);
  /// A file that is one cubin, or one PTX text: all is taken from it.
  void look_at_bare_cubin(Image& image);
  void look_at_bare_ptx(Image& image);
  void look_at_bare_lto_ir(Image& image);

 private:
  void sass(Image& image, bool linked);
  void ptx(Image& image);
  void find_toolkit(Image& image);
  void unpacked_sass(Image& image, const Region& cubin, bool sections);
  void small_sass(Image& image);
  /// What the cubin says goes into the image; what its entry had wrong is
  /// reported.
  void settle(Image& image, const CubinHeader& header);
  void unpacked_ptx(Image& image, std::string_view text);
  Result<std::span<const std::byte>> prefix(const Image& image,
                                            std::uint64_t wanted);
  /// Names the image the fault is about.
  void fault(const Image& image, const Error& error);

  ByteSource& source_;
  Depth depth_;
  const ErrorSink& faults_;
  Decoder decoder_;
  /// The empty cubins so far, by all that unpacks them (codec, claimed size,
  /// packed bytes): a library repeats the leftovers of link steps (cuBLASLt
  /// 13.0: 1746 of them, 31 different ones).
  struct EmptyCubin {
    CubinHeader header;
    std::optional<Version> toolkit;
  };
  std::map<std::string, EmptyCubin> empties_;
};

}  // namespace cudacompat
