#include <algorithm>
#include <charconv>
#include <string_view>

#include "bytes/little_endian.h"
#include "containers/elf.h"
#include "jit/compiler.h"

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
  auto symbols = sections.bytes(table, "dynamic symbols");
  if (!symbols) return tl::unexpected(symbols.error());
  auto section = sections.at(table.link);
  if (!section) return tl::unexpected(section.error());
  auto names = sections.bytes(*section, "dynamic symbol names");
  if (!names) return tl::unexpected(names.error());
  Version newest;
  const std::uint64_t count =
      std::min(symbols->size() / kElfSymbolSize, kMostSymbols);
  for (std::uint64_t i = 1; i < count; ++i) {
    auto bytes =
        symbols->window(i * kElfSymbolSize, kElfSymbolSize, "dynamic symbol");
    if (!bytes) return tl::unexpected(bytes.error());
    auto text =
        names->window_up_to(parse_elf_symbol(*bytes).name, 64, "symbol name");
    if (!text) return tl::unexpected(text.error());
    if (const auto release = release_of(c_string_at(*text, 0)))
      newest = std::max(newest, *release);
  }
  return newest;
}

}  // namespace

Result<Version> nvjitlink_release(const std::string& path) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  const Region file(*source);
  auto head = file.window(0, kElfHeaderSize, "ELF header");
  if (!head) return tl::unexpected(head.error());
  if (!is_elf(*head)) return fail(0, "is no ELF file");
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
  return fail(Error::kNoOffset,
              "exports no {}X_Y: it is no libnvJitLink of CUDA 12.0 or newer",
              kCreate);
}

}  // namespace cudacompat
