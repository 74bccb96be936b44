// SPDX-License-Identifier: Apache-2.0
#include "read/images/units.h"

#include <algorithm>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

constexpr std::string_view kTemporary = "tmpxft_";
constexpr std::string_view kGenerated = ".cudafe1.";
constexpr std::size_t kLongestName = 1024;

/// Cuts ".compute_90a" off the end.
std::string_view without_arch(std::string_view stem) {
  constexpr std::string_view kMark = ".compute_";
  const auto at = stem.rfind(kMark);
  if (at == std::string_view::npos) return stem;
  const auto arch = stem.substr(at + kMark.size());
  const auto digits =
      std::min(arch.find_first_not_of("0123456789"), arch.size());
  const auto suffix = arch.substr(digits);
  const bool is_arch =
      digits > 0 && (suffix.empty() || suffix == "a" || suffix == "f");
  return is_arch ? stem.substr(0, at) : stem;
}

}  // namespace

std::string unit_name(std::string_view file_symbol) {
  if (file_symbol == "link.stub") return {};
  const auto generated = file_symbol.rfind(kGenerated);
  if (generated == std::string_view::npos) return std::string(file_symbol);
  std::string_view stem = file_symbol.substr(0, generated);
  if (stem.starts_with(kTemporary)) {
    // tmpxft_<process>_<number>-<number>_<stem>
    const auto dash = stem.find('-');
    const auto end = stem.find('_', dash == std::string_view::npos ? 0 : dash);
    if (dash != std::string_view::npos && end != std::string_view::npos) {
      stem.remove_prefix(end + 1);
    }
  }
  stem = without_arch(stem);
  // "k.cu.cc", as Bazel's projects call them, leaves "k.cu".
  return std::string(stem) + (stem.ends_with(".cu") ? "" : ".cu");
}

UnitFinder::UnitFinder(ElfSections& sections, std::optional<ElfSection> symbols,
                       bool relocatable_object)
    : relocatable_object_(relocatable_object) {
  if (!symbols) return;
  auto table = sections.bytes(*symbols, "symbols");
  auto names = sections.at(symbols->link);
  if (!table || !names) return;
  auto text = sections.bytes(*names, "symbol names");
  if (!text) return;
  symbols_ = *table;
  names_ = *text;
  // FILE symbols and fatbinData are local; locals come first, sh_info is the
  // number of them.
  count_ =
      std::min<std::uint64_t>(table->size() / kElfSymbolSize, symbols->info);
}

std::optional<ElfSymbol> UnitFinder::next_symbol() {
  if (at_ >= count_) return std::nullopt;
  if (at_ < batch_ || at_ - batch_ >= loaded_) {
    const std::uint64_t n = std::min(kBatch, count_ - at_);
    auto part =
        symbols_->slice(at_ * kElfSymbolSize, n * kElfSymbolSize, "symbols");
    const auto room =
        std::span(buffer_).first(static_cast<std::size_t>(n * kElfSymbolSize));
    if (!part || !part->source().read(part->base(), room, "symbols")) {
      at_ = count_;
      return std::nullopt;
    }
    batch_ = at_;
    loaded_ = n;
  }
  const auto offset = static_cast<std::size_t>((at_ - batch_) * kElfSymbolSize);
  ++at_;
  return parse_elf_symbol(
      std::span<const std::byte>(buffer_).subspan(offset, kElfSymbolSize));
}

std::optional<UnitFinder::Mark> UnitFinder::next_mark() {
  while (auto symbol = next_symbol()) {
    if (symbol->type() == kSymbolFile) {
      file_ = symbol->name;
      ++files_;
    } else if (symbol->section == section_ &&
               (symbol->type() == kSymbolNoType ||
                symbol->type() == kSymbolObject)) {
      return Mark{symbol->value, file_};
    }
  }
  return std::nullopt;
}

std::string UnitFinder::name_of(std::uint32_t file) const {
  if (file == 0 || !names_) return {};
  auto text = names_->window_up_to(file, kLongestName, "symbol name");
  if (!text) return {};
  return unit_name(c_string_at(*text, 0));
}

std::string UnitFinder::unit_at(const ElfSection& section,
                                std::uint64_t offset) {
  if (!symbols_) return {};
  if (section.index != section_) {
    section_ = section.index;
    at_ = 0;
    file_ = files_ = 0;
    mark_ = next_mark();
  }
  const std::uint64_t address = section.address + offset;
  while (mark_ && mark_->value < address) mark_ = next_mark();
  if (mark_ && mark_->value == address) return name_of(mark_->file);
  // clang marks no start, but an object of one source has one FILE symbol.
  if (relocatable_object_ && !mark_ && files_ == 1) return name_of(file_);
  return {};
}

}  // namespace cudacompat
