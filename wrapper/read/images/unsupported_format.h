// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cudacompat {

/// Why a file that is none of the formats that are read may hold device code
/// all the same: it is packed (zip, gzip, xz, zstd, bzip2), a Windows file, or
/// is named as device code. nullopt: it is not such a file. `head` is its
/// start, at least 8 bytes where it has them.
std::optional<std::string> unsupported_format(std::span<const std::byte> head,
                                              std::string_view name);

bool is_windows_file(std::span<const std::byte> head);  // PE, or MS-DOS
/// By its ending: .ptx, .cubin, .fatbin.
bool is_named_as_code(std::string_view name);

}  // namespace cudacompat
