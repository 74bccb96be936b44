// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/arch.h"
#include "base/model/version.h"

namespace cudacompat {

/// The directives that every PTX module starts with.
struct PtxHeader {
  Version isa;  // .version
  Arch target;  // .target sm_90a
};

/// True where the first thing that is neither a blank nor a comment is
/// ".version".
bool is_ptx(std::string_view text);

/// Reads the header of the first module. `text` may be cut behind it; where it
/// is cut inside, that is an Error, and so is 32-bit PTX: libnvJitLink refuses
/// it from sm_90 on, and what a 64-bit driver does with it before no document
/// says. `offset` is where the text lies.
Result<PtxHeader> parse_ptx_header(std::string_view text, std::uint64_t offset);

/// True where no directive of the text declares anything that a program could
/// use: what nvcc writes for a source without device code.
bool is_empty_ptx(std::string_view text);

/// The names behind ".entry", in the order of the text.
std::vector<std::string> ptx_kernels(std::string_view text);

}  // namespace cudacompat
