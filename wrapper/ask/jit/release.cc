// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <string_view>

#include "ask/jit/compiler.h"
#include "judge/facts/tables.h"
#include "read/containers/elf.h"

namespace cudacompat {
namespace {

constexpr std::uint32_t kDynamicSymbols = 11;  // SHT_DYNSYM
constexpr std::uint64_t kMostSymbols = 1u << 16;
constexpr std::string_view kCreate = "__nvJitLinkCreate_";

/// 12.4 of "__nvJitLinkCreate_12_4".
std::optional<Version> release_of(std::string_view name) {
  if (!name.starts_with(kCreate)) return std::nullopt;
  name.remove_prefix(kCreate.size());
  const char* const end = name.data() + name.size();
  Version version;
  const auto major = std::from_chars(name.data(), end, version.major);
  if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '_')
    return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
  if (minor.ec != std::errc{} || minor.ptr != end) return std::nullopt;
  return version;
}

/// The newest release among the symbols of one table.
Result<Version> newest_in(ElfSections& sections, const ElfSection& table) {
  const auto symbols = ElfSymbols::open(sections, table);
  if (!symbols) return tl::unexpected(symbols.error());
  Version newest;
  const std::uint64_t count = std::min(symbols->count(), kMostSymbols);
  for (std::uint64_t i = 1; i < count; ++i) {
    const auto symbol = symbols->at(i);
    if (!symbol) return tl::unexpected(symbol.error());
    const auto name = symbols->name(*symbol, 64);
    if (!name) return tl::unexpected(name.error());
    if (const auto release = release_of(*name))
      newest = std::max(newest, *release);
  }
  return newest;
}

}  // namespace

bool jit_compiler_is_published(Version cuda) {
  const ReleaseRow* const row = find_release(cuda);
  return cuda.major >= 12 && (row == nullptr || !row->archs.empty());
}

Version first_jit_compiler(Version ptx_isa) {
  for (const ReleaseRow& row : release_table())
    if (row.ptx_isa >= ptx_isa && jit_compiler_is_published(row.cuda))
      return row.cuda;
  return newest_release();
}

Result<Version> nvjitlink_release(const std::string& path) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  const Region file(*source);
  auto head = file.window(0, kElfHeaderSize, "ELF header");
  if (!head) return tl::unexpected(head.error());
  if (!is_elf(*head)) return fail(0, "is not an ELF file");
  auto header = parse_elf_header(*head, 0);
  if (!header) return tl::unexpected(header.error());
  auto sections = ElfSections::open(file, *header);
  if (!sections) return tl::unexpected(sections.error());
  for (std::uint32_t i = 1; i < sections->count(); ++i) {
    auto section = sections->at(i);
    if (!section) return tl::unexpected(section.error());
    if (section->type != kDynamicSymbols) continue;
    auto newest = newest_in(*sections, *section);
    if (newest && newest->major == 0) break;
    return newest;
  }
  return fail(
      Error::kNoOffset,
      "exports no {}X_Y: it is not the libnvJitLink of CUDA 12.0 or newer",
      kCreate);
}

}  // namespace cudacompat
