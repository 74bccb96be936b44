// SPDX-License-Identifier: Apache-2.0
#include "read/images/unlinked_units.h"

#include <algorithm>
#include <string>

namespace cudacompat {
namespace {

constexpr std::string_view kRegister = "__cudaRegisterLinkedBinary_";
constexpr std::uint64_t kLongestName = 1024;
constexpr std::uint64_t kMaxSymbols = 16u << 20;

}  // namespace

void find_unlinked_units(ElfSections& sections, const DeviceSections& device,
                         const ErrorSink& faults) {
  const bool relocatable = std::any_of(
      device.parts.begin(), device.parts.end(), [](const auto& part) {
        return part.kind == DeviceSections::Part::Kind::relocatable;
      });
  if (!relocatable || !device.dynamic_symbols) return;
  const auto symbols = ElfSymbols::open(sections, *device.dynamic_symbols);
  if (!symbols) return faults(symbols.error());
  std::string first;
  std::uint64_t missing = 0;
  const std::uint64_t count = std::min(symbols->count(), kMaxSymbols);
  for (std::uint64_t i = 1; i < count; ++i) {
    const auto symbol = symbols->at(i);
    if (!symbol) return faults(symbol.error());
    if (symbol->section != 0) continue;
    const auto name = symbols->name(*symbol, kLongestName);
    if (!name) return faults(name.error());
    if (!name->starts_with(kRegister)) continue;
    if (++missing == 1) first = *name;
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
