// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/byte_source.h"
#include "base/model/arch.h"
#include "base/model/version.h"

namespace cudacompat {

enum class ImageKind : std::uint8_t { sass, ptx, lto_ir, tile_ir, unknown };
/// "sass", "ptx", "lto-ir", "tile-ir", "unknown"
std::string_view to_string(ImageKind kind);

enum class Compression : std::uint8_t { none, lz4, zstd, unknown };
std::string_view to_string(Compression compression);

/// One device image, and where it lies.
struct Image {
  ImageKind kind = ImageKind::unknown;
  Arch arch;  // of PTX: its .target
  bool arch_known =
      true;  // false: bare cubin whose a/f cannot be seen, unknown header
  std::optional<Version> ptx_isa;  // PTX only
  Compression compression = Compression::none;
  bool concatenated = false;        // inside a 13.x --concat entry
  std::uint8_t cubin_abi = 0;       // 7, 8; 0: not a cubin, or not known
  std::optional<Version> toolkit;   // that made the cubin, where it was read
  std::uint16_t raw_kind = 0;       // fatbin entry kind as stored
  std::uint64_t flags = 0;          // fatbin entry flags as stored
  std::uint64_t offset = 0;         // of the payload in the file
  std::uint32_t entry_header = 0;   // bytes of the fatbin entry's header, which
                                    // ends where the payload starts; 0: none
  std::uint64_t size = 0;           // stored payload bytes, padding excluded
  std::uint64_t unpacked_size = 0;  // equals size where not compressed
  // Concatenated only: the unpacked payload, and where in it the image starts.
  std::uint64_t block_size = 0;
  std::uint64_t block_offset = 0;
  /// A cubin or PTX without kernel, device function or variable: what a link
  /// step leaves behind, and a source without device code. nullopt: not looked
  /// at (it is too large to be one).
  std::optional<bool> empty;
  std::vector<std::string> kernels;  // filled with Depth::all only
};

/// How a container reaches the driver.
enum class ContainerRole : std::uint8_t {
  plain,        // registered as it is (.nv_fatbin, bare files)
  linked,       // made by a device link (wrapper version 2)
  relocatable,  // __nv_relfatbin: input of a device link, or of a JIT link
};
std::string_view to_string(ContainerRole role);

/// One fatbin container, or one bare cubin or PTX text.
struct Container {
  std::uint64_t offset = 0;  // in the file
  std::uint64_t size = 0;
  ContainerRole role = ContainerRole::plain;
  std::string section;  // ".nv_fatbin", "__nv_relfatbin"; empty: bare file
  std::string member;   // archive member ("lib.a(k1.o)" is member "k1.o")
  std::string unit;     // source file, where the file tells
  std::vector<Image> images;
};

/// Something that could not be read, beside what could.
struct Problem {
  std::string message;
  std::uint64_t offset = 0;
  std::string member;
};

/// How much of each image is looked at.
enum class Depth : std::uint8_t {
  headers,  // entry headers, ELF headers of cubins that are not compressed,
            // and whether small cubins are empty: no large payload is touched
  cubin_headers,  // also the ELF header of compressed cubins, and the toolkit
                  // of those for sm_100 and later (in a note, far inside)
  compare,        // also each image's own header against its entry: header and
                  // payload that disagree are a Problem
  all,            // every byte decoded; kernel names
};

/// What kind of file the images lie in; decides what a relocatable container
/// means.
enum class FileKind : std::uint8_t {
  relocatable_object,  // ET_REL
  linked_product,      // ET_EXEC, ET_DYN
  archive,             // ar: its members are objects
  bare,                // fatbin, cubin, PTX text
  no_device_code,      // not a file we know to hold device code
};

/// What the file says of the CUDA runtime it was linked with.
struct RuntimeFacts {
  bool shared = false;              // DT_NEEDED libcudart.so.N
  bool static_ = false;             // cudart_static inside
  std::optional<Version> version;   // minor 0 where only the major is known
  bool needs_libcuda_stub = false;  // RPATH or RUNPATH ends in /stubs
};

struct ScanSummary {
  FileKind file = FileKind::no_device_code;
  RuntimeFacts runtime;
};

struct ScanSink {
  /// Called for each container in file order; the reference is valid during
  /// the call only.
  std::function<void(const Container&)> container;
  std::function<void(Problem)> problem;
};

/// Reads ELF objects and products, ar archives (thin ones too), fatbins,
/// cubins, PTX text and clang's offload containers, in constant memory.
/// An Error means that the file could not be read at all; everything less is a
/// Problem, and good entries before and after it are still reported.
Result<ScanSummary> scan(ByteSource& source, Depth depth, const ScanSink& sink);

/// The unpacked bytes of one image (PTX text, cubin ELF), capped at `limit`.
Result<std::vector<std::byte>> unpack(ByteSource& source, const Image& image,
                                      std::uint64_t limit);

}  // namespace cudacompat
