// SPDX-License-Identifier: Apache-2.0
#include "unit/hostile/layout.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace cudacompat::testing {
namespace {

std::uint64_t number(const Bytes& file, std::size_t at, std::size_t n) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < n; ++i) {
    value |= std::to_integer<std::uint64_t>(file.at(at + i)) << (8 * i);
  }
  return value;
}

std::string text(const Bytes& file, std::size_t at) {
  std::string out;
  for (; file.at(at) != std::byte{0}; ++at) {
    out += static_cast<char>(file[at]);
  }
  return out;
}

/// Calls each(name, first, last) for the sections of the ELF file at `base`.
template <typename Each>
void each_section(const Bytes& file, std::size_t base, Each each) {
  const std::size_t table = base + number(file, base + 40, 8);
  const std::size_t count = number(file, base + 60, 2);
  const std::size_t names =
      base + number(file, table + 64 * number(file, base + 62, 2) + 24, 8);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t header = table + 64 * i;
    const std::size_t first = base + number(file, header + 24, 8);
    each(text(file, names + number(file, header, 4)), first,
         first + number(file, header + 32, 8));
  }
}

bool in(const Range& range, std::size_t at) {
  return range.first <= at && at < range.second;
}

bool is_elf(const Bytes& file, std::size_t at) {
  return number(file, at, 4) == 0x464c457f;
}

void add_cubin(const Bytes& file, std::size_t at, Layout& layout) {
  layout.statements.push_back({at + 7, at + 9});    // OSABI, ABI version
  layout.statements.push_back({at + 20, at + 24});  // e_version
  layout.statements.push_back({at + 48, at + 52});  // e_flags
  each_section(
      file, at,
      [&](const std::string& name, std::size_t first, std::size_t last) {
        if (name == ".nv.compat" || name.starts_with(".note.nv.")) {
          layout.statements.push_back({first, last});
        }
      });
}

}  // namespace

bool Layout::says_what_it_is(std::size_t at) const {
  return std::any_of(statements.begin(), statements.end(),
                     [at](const Range& range) { return in(range, at); });
}

bool Layout::says_what_kind_of_file(std::size_t at) const {
  return in({0, 4}, at) || in(names_offset, at);
}

Layout find_layout(const Bytes& file) {
  Layout layout;
  if (is_elf(file, 0)) {
    const std::size_t names = number(file, 40, 8) + 64 * number(file, 62, 2);
    layout.names_offset = {names + 24, names + 32};
    each_section(
        file, 0,
        [&](const std::string& name, std::size_t first, std::size_t last) {
          if (name == ".text") layout.host_code = {first, last};
        });
  }
  std::size_t at = 0;
  while (number(file, at, 4) != 0xBA55ED50) ++at;
  const std::size_t end = at + 16 + number(file, at + 8, 8);
  for (at += 16; at < end;) {
    layout.statements.push_back({at, at + 2});        // kind
    layout.statements.push_back({at + 24, at + 32});  // version, arch
    layout.statements.push_back({at + 40, at + 48});  // flags
    const std::size_t payload = at + number(file, at + 4, 4);
    if (number(file, at + 16, 4) == 0 && is_elf(file, payload)) {
      add_cubin(file, payload, layout);
    }
    at = payload + number(file, at + 8, 8);
  }
  return layout;
}

}  // namespace cudacompat::testing
