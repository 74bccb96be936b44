// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cudacompat {

/// The forms of files that device code is read from. Each has a row in scan.cc,
/// in this order: how it is recognized, and its reader.
enum class FileForm : std::uint8_t {
  elf,
  archive,  // ar
  fatbin,
  offload,  // clang's container
  lto_ir,
  ptx,
  other,
};

/// How much of a file's start form_of() needs: PTX may begin with comments.
inline constexpr std::size_t kFormHead = 64u << 10;

FileForm form_of(std::span<const std::byte> head);

/// Whether a file among many (in a wheel) is to be read: it has one of the
/// forms, or is a Windows file or is named as device code, which must be
/// reported.
bool may_hold_code(std::span<const std::byte> head, std::string_view name);

}  // namespace cudacompat
