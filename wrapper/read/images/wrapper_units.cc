// SPDX-License-Identifier: Apache-2.0
#include "read/images/wrapper_units.h"

#include <algorithm>
#include <charconv>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

constexpr std::string_view kPrefix = "__fatbinwrap_";
constexpr std::uint64_t kPointerAt = 8;  // in a wrapper
constexpr std::uint64_t kLongestName = 1024;
constexpr std::size_t kMaxUnits = 4096;

}  // namespace

std::string wrapper_unit(std::string_view symbol) {
  if (!symbol.starts_with(kPrefix)) return {};
  symbol.remove_prefix(kPrefix.size());
  const auto hash_end = symbol.find('_');
  if (hash_end == std::string_view::npos) return {};
  symbol.remove_prefix(hash_end + 1);
  std::size_t length = 0;
  const auto [end, error] =
      std::from_chars(symbol.data(), symbol.data() + symbol.size(), length);
  if (error != std::errc{}) return {};
  symbol.remove_prefix(static_cast<std::size_t>(end - symbol.data()));
  if (!symbol.starts_with('_') || symbol.size() - 1 < length) return {};
  std::string name(symbol.substr(1, length));
  for (const std::string_view ending : {"_cu", "_cpp", "_cc", "_cxx"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      name[name.size() - ending.size()] = '.';
      break;
    }
  }
  return name;
}

WrapperUnits::WrapperUnits(ElfSections& sections,
                           const DeviceSections& device) {
  if (!device.dynamic_symbols || device.wrappers.size() != 1) return;
  const ElfSection& wrappers = device.wrappers.front();
  const auto symbols = ElfSymbols::open(sections, *device.dynamic_symbols);
  auto data = sections.bytes(wrappers, ".nvFatBinSegment");
  if (!symbols || !data) return;
  for (std::uint64_t i = 0; i < symbols->count() && units_.size() < kMaxUnits;
       ++i) {
    const auto symbol = symbols->at(i);
    if (!symbol) return;
    if (symbol->section != wrappers.index || symbol->value < wrappers.address) {
      continue;
    }
    const auto name = symbols->name(*symbol, kLongestName);
    if (!name) continue;
    std::string unit = wrapper_unit(*name);
    if (unit.empty()) continue;
    auto pointer = data->slice(symbol->value - wrappers.address, 16, "wrapper");
    if (!pointer) continue;
    auto bytes = pointer->window(kPointerAt, 8, "wrapper");
    if (!bytes) continue;
    units_.emplace_back(LittleEndian(*bytes).u64(0), std::move(unit));
  }
  std::sort(units_.begin(), units_.end());
}

std::string WrapperUnits::unit_at(std::uint64_t address) const {
  const auto found =
      std::lower_bound(units_.begin(), units_.end(), address,
                       [](const auto& unit, std::uint64_t wanted) {
                         return unit.first < wanted;
                       });
  if (found == units_.end() || found->first != address) return {};
  return found->second;
}

}  // namespace cudacompat
