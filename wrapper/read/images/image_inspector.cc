// SPDX-License-Identifier: Apache-2.0
#include "read/images/image_inspector.h"

#include <algorithm>

#include "base/bytes/little_endian.h"
#include "read/images/cubin.h"
#include "read/images/cubin_notes.h"
#include "read/images/entry_image.h"
#include "read/images/ptx.h"

namespace cudacompat {
namespace {

// What a link step leaves behind has 1.4 to 3 KiB, and more where its command
// line was long; a source without device code gives 1.4 to 2.5 KiB. Nothing
// larger is asked whether it is empty, and what must be unpacked first only up
// to the smaller limit: libraries have thousands of small kernels.
constexpr std::uint64_t kLargestEmpty = 16u << 10;
constexpr std::uint64_t kLargestEmptyPacked = 4u << 10;
constexpr std::uint64_t kLargestEmptyBlock = 256u << 10;
constexpr std::size_t kMostEmpties = 64;  // that are remembered
// The header of a PTX text stands behind a comment of about 400 bytes.
constexpr std::uint64_t kPtxPrefix = 4u << 10;
constexpr std::uint64_t kLargestPtxPrefix = 1u << 20;
// Most cubins have the tool's note here, large ones megabytes further on.
constexpr std::uint64_t kNotePrefix = 64u << 10;
constexpr UnpackLimits kLimits{std::uint64_t{256} << 20, 256};
// Entries with this flag hold LTO-IR that is scrambled; only nvJitLink and
// the driver read it.
constexpr std::uint64_t kFlagScrambled = 0x10000;

std::string describe(const Image& image) {
  return fmt::format("{} for {}", to_string(image.kind), to_string(image.arch));
}

bool may_be_empty(const Image& image, bool linked) {
  const bool cheap = linked || image.compression == Compression::none;
  return image.kind == ImageKind::sass &&
         image.unpacked_size <= (cheap ? kLargestEmpty : kLargestEmptyPacked);
}

/// Before sm_100 the ABI version tells enough of a cubin's toolkit. From there
/// on 12.8 and later share one, and the toolkit stands in a note.
bool names_toolkit_in_a_note(const Image& image) {
  return image.arch.number >= 100;
}

bool is_scrambled(const Image& image) {
  return image.kind == ImageKind::lto_ir && (image.flags & kFlagScrambled) != 0;
}

}  // namespace

void ImageInspector::fault(const Image& image, const Error& error) {
  faults_(
      {fmt::format("{}: {}", describe(image), error.message), image.offset});
}

Result<std::span<const std::byte>> ImageInspector::prefix(
    const Image& image, std::uint64_t wanted) {
  auto packed = Region(source_).slice(image.offset, image.size, "image");
  if (!packed) return tl::unexpected(packed.error());
  const auto codec = codec_of(image.compression);
  if (!codec) return fail(image.offset, "its compression is not known");
  return decoder_.prefix(*packed, *codec, image.unpacked_size, wanted, kLimits);
}

void ImageInspector::settle(Image& image, const CubinHeader& header) {
  if (image.cubin_abi != 0 && image.cubin_abi != header.abi) {
    fault(image, {fmt::format("its entry says cubin format 1.{}, the cubin "
                              "inside has ABI version {}",
                              image.cubin_abi, header.abi),
                  image.offset});
  }
  image.cubin_abi = header.abi;
  image.toolkit = header.toolkit;
  if (header.number != 0 &&
      (header.number != image.arch.number ||
       (header.exact && image.arch.scope != ArchScope::exact))) {
    fault(image, {fmt::format("the cubin inside is for {}{}", header.number,
                              header.exact ? "a" : ""),
                  image.offset});
  }
}

void ImageInspector::unpacked_sass(Image& image, const Region& cubin,
                                   bool sections) {
  auto head = cubin.window_up_to(0, kElfHeaderSize, "cubin header");
  if (!head) return fault(image, head.error());
  auto header = parse_cubin_header(*head, image.offset);
  if (!header) return fault(image, header.error());
  settle(image, *header);
  if (!sections) return;
  auto contents = read_cubin(cubin, depth_ == Depth::all);
  if (!contents) return fault(image, contents.error());
  if (contents->toolkit) image.toolkit = contents->toolkit;
  image.empty = contents->empty;
  image.kernels = std::move(contents->kernels);
}

void ImageInspector::small_sass(Image& image) {
  auto packed = Region(source_).slice(image.offset, image.size, "cubin");
  if (!packed) return fault(image, packed.error());
  auto bytes = packed->window(0, image.size, "cubin");
  if (!bytes) return fault(image, bytes.error());
  const std::string key = fmt::format("{} {} {}", to_string(image.compression),
                                      image.unpacked_size, as_text(*bytes));
  if (auto seen = empties_.find(key); seen != empties_.end()) {
    settle(image, seen->second.header);
    image.toolkit = seen->second.toolkit;
    image.empty = true;
    return;
  }
  auto cubin = prefix(image, image.unpacked_size);
  if (!cubin) return fault(image, cubin.error());
  ByteSource view = ByteSource::from_view(*cubin, {});
  unpacked_sass(image, Region(view), true);
  auto header = parse_cubin_header(*cubin, image.offset);
  if (header && image.empty.value_or(false) && empties_.size() < kMostEmpties) {
    empties_.emplace(key, EmptyCubin{*header, image.toolkit});
  }
}

void ImageInspector::sass(Image& image, bool linked) {
  const bool whole = depth_ == Depth::all || may_be_empty(image, linked);
  if (image.compression == Compression::none) {
    auto cubin = Region(source_).slice(image.offset, image.size, "cubin");
    if (!cubin) return fault(image, cubin.error());
    // One read for all that follows, where it is short.
    if (whole && image.size <= ByteSource::kMaxWindow) {
      auto all = cubin->window(0, image.size, "cubin");
      if (!all) return fault(image, all.error());
    }
    unpacked_sass(image, *cubin, whole || depth_ > Depth::headers);
  } else if (whole && depth_ < Depth::all &&
             image.size <= kLargestEmptyPacked) {
    small_sass(image);
  } else if (whole || depth_ > Depth::headers || image.cubin_abi == 0) {
    auto bytes = prefix(image, whole ? image.unpacked_size : kElfHeaderSize);
    if (!bytes) return fault(image, bytes.error());
    ByteSource view = ByteSource::from_view(*bytes, {});
    unpacked_sass(image, Region(view), whole);
    if (!whole && depth_ > Depth::headers) find_toolkit(image);
  }
}

void ImageInspector::find_toolkit(Image& image) {
  if (image.toolkit || !names_toolkit_in_a_note(image)) return;
  for (std::uint64_t wanted = kNotePrefix; !image.toolkit; wanted *= 16) {
    auto bytes = prefix(image, wanted);
    if (!bytes) return fault(image, bytes.error());
    image.toolkit = find_toolkit_note(*bytes);
    if (wanted >= image.unpacked_size) return;
  }
}

void ImageInspector::unpacked_ptx(Image& image, std::string_view text) {
  auto header = parse_ptx_header(text, image.offset);
  if (!header) return fault(image, header.error());
  if (header->isa != image.ptx_isa || header->target != image.arch) {
    fault(image,
          {fmt::format("its entry says PTX {}, the text inside is PTX "
                       "{} for {}",
                       to_string(image.ptx_isa.value_or(Version{})),
                       to_string(header->isa), to_string(header->target)),
           image.offset});
  }
  if (depth_ == Depth::all) image.kernels = ptx_kernels(text);
}

void ImageInspector::ptx(Image& image) {
  if (depth_ < Depth::compare) return;
  std::uint64_t wanted = depth_ == Depth::all
                             ? image.unpacked_size
                             : std::min(image.unpacked_size, kPtxPrefix);
  for (;;) {
    auto bytes = prefix(image, wanted);
    if (!bytes) return fault(image, bytes.error());
    const bool last =
        wanted >= image.unpacked_size || wanted >= kLargestPtxPrefix;
    if (last || parse_ptx_header(as_text(*bytes), image.offset)) {
      return unpacked_ptx(image, as_text(*bytes));
    }
    wanted = std::min(image.unpacked_size, kLargestPtxPrefix);
  }
}

void ImageInspector::look(Image& image, bool linked) {
  if (image.compression == Compression::unknown) {
    return fault(image, {fmt::format("flags {:#x} do not tell one "
                                     "compression, it cannot be unpacked",
                                     image.flags),
                         image.offset});
  }
  if (image.kind == ImageKind::sass) return sass(image, linked);
  if (image.kind == ImageKind::ptx) return ptx(image);
  if (depth_ == Depth::all && !is_scrambled(image)) {
    auto bytes = prefix(image, image.unpacked_size);
    if (!bytes) fault(image, bytes.error());
  }
}

void ImageInspector::look_into_block(std::span<Image> images) {
  if (images.empty()) return;
  Image& first = images.front();
  const bool ask =
      first.block_size <= kLargestEmptyBlock &&
      std::any_of(images.begin(), images.end(),
                  [](const Image& image) { return may_be_empty(image, true); });
  if (!ask && depth_ == Depth::headers) return;
  Image block = first;
  block.unpacked_size = block.block_size;
  auto bytes = prefix(block, block.unpacked_size);
  if (!bytes) return fault(first, bytes.error());
  ByteSource view = ByteSource::from_view(*bytes, {});
  for (Image& image : images) {
    auto part = Region(view).slice(image.block_offset, image.unpacked_size,
                                   "concatenated image");
    if (!part) {
      fault(image, part.error());
    } else if (image.kind == ImageKind::sass) {
      unpacked_sass(image, *part, true);
    } else if (image.kind == ImageKind::ptx && depth_ >= Depth::compare) {
      unpacked_ptx(image, as_text(bytes->subspan(
                              static_cast<std::size_t>(image.block_offset),
                              static_cast<std::size_t>(image.unpacked_size))));
    }
  }
}

void ImageInspector::look_for_empty_ptx(std::span<Image> images) {
  const bool ask =
      std::all_of(images.begin(), images.end(), [](const Image& image) {
        return image.kind == ImageKind::ptx
                   ? image.unpacked_size <= kLargestEmptyPacked &&
                         image.block_size <= kLargestEmptyBlock &&
                         image.compression != Compression::unknown
                   : image.empty.value_or(false);
      });
  if (!ask) return;
  for (Image& image : images) {
    if (image.kind != ImageKind::ptx) continue;
    Image block = image;
    if (image.concatenated) block.unpacked_size = block.block_size;
    auto bytes = prefix(block, block.unpacked_size);
    if (!bytes) return fault(image, bytes.error());
    const std::string_view text = as_text(*bytes).substr(
        std::min<std::uint64_t>(image.block_offset, bytes->size()),
        image.unpacked_size);
    image.empty = is_empty_ptx(text.substr(0, text.find('\0')));
  }
}

void ImageInspector::look_at_bare_cubin(Image& image) {
  const Region file(source_);
  image.kind = ImageKind::sass;
  image.raw_kind = kEntryElf;
  image.size = image.unpacked_size = file.size();
  auto head = file.window_up_to(0, kElfHeaderSize, "cubin header");
  if (!head) return fault(image, head.error());
  auto header = parse_cubin_header(*head, 0);
  if (!header) return fault(image, header.error());
  image.cubin_abi = header->abi;
  image.toolkit = header->toolkit;
  image.arch = {header->number,
                header->exact ? ArchScope::exact : ArchScope::base};
  image.arch_known = false;
  auto contents = read_cubin(file, depth_ == Depth::all);
  if (!contents) return fault(image, contents.error());
  image.arch = contents->arch;
  image.arch_known = contents->arch_known;
  image.toolkit = contents->toolkit;
  image.empty = contents->empty;
  image.kernels = std::move(contents->kernels);
}

void ImageInspector::look_at_bare_lto_ir(Image& image) {
  image.kind = ImageKind::lto_ir;
  image.raw_kind = kEntryNvvm;
  image.size = image.unpacked_size = source_.size();
  image.arch_known = false;
}

void ImageInspector::look_at_bare_ptx(Image& image) {
  const Region file(source_);
  image.kind = ImageKind::ptx;
  image.raw_kind = kEntryPtx;
  image.size = image.unpacked_size = file.size();
  image.arch_known = false;
  auto text = file.window_up_to(0, kLargestPtxPrefix, "PTX");
  if (!text) return fault(image, text.error());
  auto header = parse_ptx_header(as_text(*text), 0);
  if (!header) return fault(image, header.error());
  image.ptx_isa = header->isa;
  image.arch = header->target;
  image.arch_known = true;
  if (depth_ == Depth::all) {
    auto bytes = prefix(image, file.size());
    if (!bytes) return fault(image, bytes.error());
    image.kernels = ptx_kernels(as_text(*bytes));
  }
}

}  // namespace cudacompat
