#include "images/unlinked_units.h"

#include <algorithm>
#include <string>

#include "bytes/little_endian.h"

namespace cudacompat {
namespace {

constexpr std::string_view kRegister = "__cudaRegisterLinkedBinary_";
constexpr std::uint64_t kLongestName = 1024;
constexpr std::uint64_t kMaxSymbols = 16u << 20;

}  // namespace

void find_unlinked_units(ElfSections& sections, const DeviceSections& device,
                         const Faults& faults) {
  const bool relocatable = std::any_of(
      device.parts.begin(), device.parts.end(), [](const auto& part) {
        return part.kind == DeviceSections::Part::Kind::relocatable;
      });
  if (!relocatable || !device.dynamic_symbols) return;
  auto table = sections.bytes(*device.dynamic_symbols, "dynamic symbols");
  if (!table) return faults(table.error());
  auto section = sections.at(device.dynamic_symbols->link);
  if (!section) return faults(section.error());
  auto names = sections.bytes(*section, "dynamic symbol names");
  if (!names) return faults(names.error());
  std::string first;
  std::uint64_t missing = 0;
  const std::uint64_t count =
      std::min(table->size() / kElfSymbolSize, kMaxSymbols);
  for (std::uint64_t i = 1; i < count; ++i) {
    auto bytes =
        table->window(i * kElfSymbolSize, kElfSymbolSize, "dynamic symbol");
    if (!bytes) return faults(bytes.error());
    const ElfSymbol symbol = parse_elf_symbol(*bytes);
    if (symbol.section != 0) continue;
    auto text = names->window_up_to(symbol.name, kLongestName, "symbol name");
    if (!text) return faults(text.error());
    const std::string_view name = c_string_at(*text, 0);
    if (!name.starts_with(kRegister)) continue;
    if (++missing == 1) first = name;
  }
  if (missing == 0) return;
  faults({fmt::format(
              "cannot be loaded: {} of relocatable device code {} in no device "
              "link ({} is called and not defined); give all -dc objects to "
              "one device link: nvcc -dlink, or CUDA_RESOLVE_DEVICE_SYMBOLS ON "
              "in CMake",
              missing == 1 ? "1 object" : fmt::format("{} objects", missing),
              missing == 1 ? "is" : "are", first),
          device.dynamic_symbols->offset});
}

}  // namespace cudacompat
