// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes/byte_source.h"
#include "base/model/version.h"

namespace cudacompat {

/// Finds the CUDA runtime that was linked in statically, also in a stripped
/// file, by two neighbouring functions that are the same in every release from
/// 11.8 to 13.5 (measured with libcudart_static.a 12.9.79, 13.0.96 and 13.5.37
/// of x86-64, 12.9.79 and 13.5.37 of aarch64, and the libraries of CUDA 13.0
/// and cuDNN 9 that hold it): one stores the version (13000), the next one 2;
/// in libcudart.so, which is the runtime itself, the next one stores 1.
/// `code` is .text; its end is looked at first, where linkers put the runtime.
/// nullopt: not found, which does not prove that it is not there.
std::optional<Version> find_static_runtime_version(const Region& code,
                                                   std::uint16_t machine);

/// The same for bytes in memory; `code` starts where a function could.
std::optional<Version> static_runtime_version_in(
    std::span<const std::byte> code, std::uint16_t machine);

/// True where `data` (.rodata) has the runtime's own message for error 35.
bool has_runtime_message(const Region& data);

}  // namespace cudacompat
