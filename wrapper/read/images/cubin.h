// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes/byte_source.h"
#include "base/model/arch.h"
#include "base/model/version.h"
#include "read/containers/elf.h"

namespace cudacompat {

/// What a cubin's ELF header alone says.
struct CubinHeader {
  std::uint8_t abi = 0;            // 7, 8; of others no more is known
  std::uint16_t number = 0;        // 90; 0: not known
  bool exact = false;              // surely made for sm_90a; false: unknown
  std::optional<Version> toolkit;  // ABI 7 only: later ones keep it in a note
};

/// Fails where the bytes are not a cubin header. ABI 7 (ptxas 11.8 to 12.9 for
/// sm_50 to sm_90a): the architecture is the low byte of e_flags, 0x800 is the
/// 'a', e_version is the toolkit. ABI 8 (12.8 and later): bits 8 to 15, and
/// the 'a' of ptxas 12.8 and 12.9 is 0x8. Measured with ptxas 11.8 to 13.5.
Result<CubinHeader> parse_cubin_header(std::span<const std::byte> bytes,
                                       std::uint64_t offset);

/// What the sections add: notes, attributes, symbols.
struct CubinContents {
  Arch arch;
  /// False where 'f' could be meant and nothing in the file tells.
  bool arch_known = true;
  std::optional<Version> toolkit;
  bool empty = false;  // no kernel, function or variable
  std::vector<std::string> kernels;
};

/// Reads sections and symbols. Fails where they are damaged.
Result<CubinContents> read_cubin(const Region& cubin, bool want_kernels);

}  // namespace cudacompat
