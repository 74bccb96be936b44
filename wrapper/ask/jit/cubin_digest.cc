// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/cubin_digest.h"

#include <fmt/format.h>
#include <sha2.h>

#include <array>

#include "base/bytes/little_endian.h"
#include "read/containers/elf.h"

namespace cudacompat {
namespace {

class Sha256 {
 public:
  Sha256() { SHA256Init(&context_); }
  void add(std::span<const std::byte> bytes) {
    SHA256Update(&context_, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                 bytes.size());
  }
  void add(std::string_view text) {
    add(std::as_bytes(std::span(text.data(), text.size())));
  }
  std::string hex() {
    std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
    SHA256End(&context_, text.data());
    return text.data();
  }

 private:
  SHA2_CTX context_;
};

constexpr std::uint32_t kSymbols = 2, kStrings = 3, kNote = 7;  // SHT_*

/// How the code was made, not what it is: also where it is the relocations of
/// such a section, or a copy that 13.x keeps for its later passes (.nv.merc,
/// seen with nvJitLink 13.5 for sm_100f).
bool tells_of_making(std::string_view name, std::uint32_t type) {
  for (const std::string_view prefix : {".nv.merc", ".rela", ".rel"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return type == kSymbols || type == kStrings || type == kNote ||
         name == ".symtab" || name.starts_with(".debug_") ||
         name.starts_with(".nv_debug") || name.starts_with(".note.");
}

}  // namespace

std::string sha256(std::span<const std::byte> bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

Result<std::string> sha256(ByteSource& source) {
  Sha256 sum;
  for (std::uint64_t at = 0; at < source.size();) {
    auto piece = source.window_up_to(at, ByteSource::kMaxWindow, "file");
    if (!piece) return tl::unexpected(piece.error());
    sum.add(*piece);
    at += piece->size();
  }
  return sum.hex();
}

Result<std::string> cubin_digest(std::span<const std::byte> cubin) {
  ByteSource source = ByteSource::from_view(cubin, "cubin");
  const Region file(source);
  auto head = file.window(0, kElfHeaderSize, "cubin header");
  if (!head) return tl::unexpected(head.error());
  auto header = parse_elf_header(*head, 0);
  if (!header) return tl::unexpected(header.error());
  if (header->machine != kElfMachineCuda) {
    return fail(0, "ELF machine {} is not a GPU", header->machine);
  }
  auto sections = ElfSections::open(file, *header);
  if (!sections) return tl::unexpected(sections.error());
  Sha256 sum;
  sum.add(fmt::format("{:#x} ", header->flags));
  for (std::uint32_t i = 1; i < sections->count(); ++i) {
    auto section = sections->at(i);
    if (!section) return tl::unexpected(section.error());
    const std::string name(sections->name(*section));
    if (tells_of_making(name, section->type)) continue;
    // Where sections lie and which numbers they have is not part of it.
    sum.add(fmt::format("{} {} {:#x} {}\n", name, section->type, section->flags,
                        section->size));
    if (!section->has_bytes()) continue;
    auto bytes = sections->bytes(*section, "cubin section");
    if (!bytes) return tl::unexpected(bytes.error());
    sum.add(cubin.subspan(bytes->base(), bytes->size()));
  }
  return sum.hex();
}

}  // namespace cudacompat
