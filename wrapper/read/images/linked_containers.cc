// SPDX-License-Identifier: Apache-2.0
#include "read/images/linked_containers.h"

#include <algorithm>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

constexpr std::uint32_t kWrapperMagic = 0x466243B1;
constexpr std::uint32_t kMadeByLink = 2;
constexpr std::uint64_t kPointerAt = 8;
// A file has one device link, seldom a few.
constexpr std::size_t kMaxLinked = 65536;
constexpr std::uint64_t kStep = 170 * 24;  // of tables of 24-byte rows

/// Calls each(row, index) for the rows of a table of 24-byte rows until it
/// returns false.
template <typename Each>
Result<void> each_row(const Region& table, std::string_view what, Each each) {
  for (std::uint64_t at = 0; table.size() - at >= 24;) {
    std::byte buffer[kStep];
    const std::uint64_t n =
        std::min<std::uint64_t>(kStep, (table.size() - at) / 24 * 24);
    const auto room = std::span(buffer).first(static_cast<std::size_t>(n));
    auto read = table.source().read(table.base() + at, room, what);
    if (!read) return read;
    for (std::size_t i = 0; i < n; i += 24) {
      if (!each(LittleEndian(room.subspan(i, 24)), at + i)) return {};
    }
    at += n;
  }
  return {};
}

class LinkedFinder {
 public:
  LinkedFinder(ElfSections& sections, const DeviceSections& device, bool linked,
               const ErrorSink& faults)
      : sections_(sections),
        device_(device),
        linked_(linked),
        faults_(faults) {}

  std::vector<std::uint64_t> find() {
    for (const ElfSection& wrappers : device_.wrappers) read(wrappers);
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  struct Open {           // a wrapper whose pointer stands in a relocation
    std::uint64_t where;  // address, or offset in the section
  };

  void read(const ElfSection& wrappers);
  void relocate(const ElfSection& wrappers, std::vector<Open> open);
  void add_address(std::uint64_t address);
  void add(std::uint64_t file_offset) {
    if (found_.size() < kMaxLinked) found_.push_back(file_offset);
  }
  void add_symbol(std::uint64_t info, std::uint64_t addend);

  ElfSections& sections_;
  const DeviceSections& device_;
  bool linked_;
  const ErrorSink& faults_;
  std::vector<std::uint64_t> found_;
};

void LinkedFinder::read(const ElfSection& wrappers) {
  auto bytes = sections_.bytes(wrappers, ".nvFatBinSegment");
  if (!bytes) return faults_(bytes.error());
  std::vector<Open> open;
  auto done = each_row(
      *bytes, ".nvFatBinSegment", [&](LittleEndian row, std::uint64_t at) {
        if (row.u32(0) != kWrapperMagic) {
          faults_({fmt::format(".nvFatBinSegment has {:#010x} at {}, a wrapper "
                               "starts with {:#010x}; no wrapper is read from "
                               "there on",
                               row.u32(0), at, kWrapperMagic),
                   bytes->base() + at});
          return false;
        }
        if (row.u32(4) != kMadeByLink) return true;
        const std::uint64_t pointer = row.u64(kPointerAt);
        if (linked_ && pointer != 0) {
          add_address(pointer);
        } else if (open.size() < kMaxLinked) {
          open.push_back({(linked_ ? wrappers.address : 0) + at + kPointerAt});
        }
        return true;
      });
  if (!done) faults_(done.error());
  if (!open.empty()) relocate(wrappers, std::move(open));
}

void LinkedFinder::relocate(const ElfSection& wrappers,
                            std::vector<Open> open) {
  const auto before = [](const Open& a, const Open& b) {
    return a.where < b.where;
  };
  std::sort(open.begin(), open.end(), before);
  std::size_t answered = 0;
  for (const ElfSection& table : device_.relocations) {
    if (!linked_ && table.info != wrappers.index) continue;
    auto bytes = sections_.bytes(table, "relocations");
    if (!bytes) {
      faults_(bytes.error());
      continue;
    }
    auto done =
        each_row(*bytes, "relocations", [&](LittleEndian row, std::uint64_t) {
          const Open key{row.u64(0)};
          if (!std::binary_search(open.begin(), open.end(), key, before)) {
            return true;
          }
          if (linked_) {
            add_address(row.u64(16));  // R_*_RELATIVE: the addend is all
          } else {
            add_symbol(row.u64(8), row.u64(16));
          }
          return ++answered < open.size();
        });
    if (!done) faults_(done.error());
  }
  if (answered < open.size()) {
    faults_({fmt::format("{} of {} wrappers of device-linked code point "
                         "nowhere: their relocations were not found",
                         open.size() - answered, open.size()),
             wrappers.offset});
  }
}

void LinkedFinder::add_address(std::uint64_t address) {
  for (const auto& part : device_.parts) {
    const ElfSection& section = part.section;
    if (address >= section.address &&
        address - section.address < section.size) {
      return add(section.offset + (address - section.address));
    }
  }
}

void LinkedFinder::add_symbol(std::uint64_t info, std::uint64_t addend) {
  if (!device_.symbols) return;
  auto table = sections_.bytes(*device_.symbols, "symbols");
  if (!table) return faults_(table.error());
  auto bytes = table->window((info >> 32) * kElfSymbolSize, kElfSymbolSize,
                             "symbol of a relocation");
  if (!bytes) return faults_(bytes.error());
  const ElfSymbol symbol = parse_elf_symbol(*bytes);
  for (const auto& part : device_.parts) {
    if (part.section.index == symbol.section) {
      return add(part.section.offset + symbol.value + addend);
    }
  }
}

}  // namespace

std::vector<std::uint64_t> find_linked_containers(ElfSections& sections,
                                                  const DeviceSections& device,
                                                  bool linked,
                                                  const ErrorSink& faults) {
  return LinkedFinder(sections, device, linked, faults).find();
}

}  // namespace cudacompat
