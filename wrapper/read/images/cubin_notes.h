// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes/little_endian.h"
#include "base/model/arch.h"
#include "base/model/version.h"

namespace cudacompat {

/// Notes and attributes of cubins, as ptxas 12.8 to 13.5 and nvlink write them.

/// A tool's note (.note.nv.tkinfo): what made the cubin, and how it was asked
/// to: "Cuda compilation tools, release 13.0, V13.0.88", "-arch sm_100f -m 64".
struct ToolNote {
  std::string_view tool, options;
};
std::optional<ToolNote> parse_tool_note(std::span<const std::byte> note);

/// "... release 13.0, V13.0.88"
std::optional<Version> release_in(std::string_view tool);
/// "-arch sm_100f -m 64": the architecture that ptxas or nvlink was given.
std::optional<Arch> arch_in(std::string_view options);

/// Whether .nv.compat says that the code is for one chip only ('a').
std::optional<bool> exact_in_compat(std::span<const std::byte> bytes);

/// The toolkit by the tool's note in the first bytes of a cubin; nullopt: it
/// is not in them.
std::optional<Version> find_toolkit_note(std::span<const std::byte> bytes);

/// Calls each(descriptor) for the notes of one section.
template <typename Each>
void each_note(std::span<const std::byte> bytes, Each each) {
  std::size_t at = 0;
  while (bytes.size() - at >= 12) {
    LittleEndian in(bytes.subspan(at));
    const std::size_t name = (std::size_t{in.u32(0)} + 3) / 4 * 4;
    const std::size_t size = in.u32(4);
    const std::size_t left = bytes.size() - at - 12;
    if (name > left || size > left - name) return;
    each(bytes.subspan(at + 12 + name, size));
    const std::size_t padded = std::min((size + 3) / 4 * 4, left - name);
    at += 12 + name + padded;
  }
}

}  // namespace cudacompat
