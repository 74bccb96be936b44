// SPDX-License-Identifier: Apache-2.0
#include "read/images/device_sections.h"

#include <algorithm>

namespace cudacompat {
namespace {

constexpr std::uint32_t kBits = 1, kRela = 4;
constexpr std::uint64_t kLoaded = 2, kCode = 4;
constexpr std::size_t kMaxParts = 4096;

std::optional<DeviceSections::Part::Kind> kind_of(std::string_view name) {
  using Kind = DeviceSections::Part::Kind;
  if (name == ".nv_fatbin") return Kind::fatbin;
  if (name == "__nv_relfatbin") return Kind::relocatable;
  if (name == ".llvm.offloading") return Kind::offload;
  return std::nullopt;
}

/// Sections that claim the same bytes would have them read many times over.
void drop_overlaps(std::vector<DeviceSections::Part>& parts,
                   const ErrorSink& faults) {
  std::stable_sort(parts.begin(), parts.end(), [](auto& a, auto& b) {
    return a.section.offset < b.section.offset;
  });
  std::uint64_t end = 0;
  std::erase_if(parts, [&](const DeviceSections::Part& part) {
    const ElfSection& section = part.section;
    if (section.size == 0) return true;
    if (section.offset < end) {
      faults({fmt::format("section {} at {} overlaps the one before, which "
                          "ends at {}; it is not read",
                          section.index, section.offset, end),
              section.offset});
      return true;
    }
    // A sum over 64 bits fails later, where the section is opened.
    end = section.offset + section.size;
    return false;
  });
}

}  // namespace

DeviceSections find_device_sections(ElfSections& sections, bool linked,
                                    const ErrorSink& faults) {
  DeviceSections found;
  bool nameless = false;
  for (std::uint32_t i = 1; i < sections.count(); ++i) {
    auto section = sections.at(i);
    if (!section) {
      faults(section.error());
      break;
    }
    const std::string_view name = sections.name(*section);
    // It could be the one with the code.
    if (!nameless && sections.name_is_lost(*section)) {
      nameless = true;
      faults({fmt::format("section {} has its name at {}, outside the section "
                          "names: what it holds is unknown",
                          i, section->name),
              section->offset});
    }
    if (const auto kind = kind_of(name)) {
      if (!section->has_bytes()) continue;  // split debug information
      if (found.parts.size() == kMaxParts) {
        faults({fmt::format("more than {} sections of device code; the rest "
                            "is not read",
                            kMaxParts),
                section->offset});
        break;
      }
      found.parts.push_back({*section, *kind});
    } else if (name == ".nvFatBinSegment") {
      if (found.wrappers.size() < kMaxParts) found.wrappers.push_back(*section);
    } else if (section->type == kRela &&
               name == (linked ? ".rela.dyn" : ".rela.nvFatBinSegment")) {
      if (found.relocations.size() < kMaxParts) {
        found.relocations.push_back(*section);
      }
    } else if (name == ".symtab") {
      found.symbols = *section;
    } else if (name == ".dynsym") {
      found.dynamic_symbols = *section;
    } else if (name == ".dynamic") {
      found.dynamic = *section;
    } else if (name == ".text") {
      found.code = *section;
    } else {
      if (name == ".rodata") found.read_only = *section;
      if (section->type == kBits &&
          (section->flags & (kLoaded | kCode)) == kLoaded &&
          found.data.size() < kMaxParts) {
        found.data.push_back(*section);
      }
    }
  }
  drop_overlaps(found.parts, faults);
  if (found.parts.empty() && !found.wrappers.empty() &&
      found.wrappers.front().has_bytes() && found.wrappers.front().size > 0) {
    faults(
        {"file registers device code (.nvFatBinSegment), but has neither a "
         ".nv_fatbin nor a __nv_relfatbin section",
         found.wrappers.front().offset});
  }
  return found;
}

}  // namespace cudacompat
