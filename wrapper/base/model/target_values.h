// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/bytes/result.h"
#include "base/model/arch.h"
#include "base/model/profile.h"
#include "base/model/version.h"

namespace cudacompat {

// The values of a target as profile and shorthand both spell them. An error
// shows the text, what is allowed and, where it is clear, what was meant.

/// "8.9"; "sm_89", "89", "8" and "9.0a" are errors that propose a spelling.
Result<Cc> read_cc(std::string_view text);
/// What a text that is not a compute capability was probably meant to be.
std::optional<Cc> meant_cc(std::string_view text);
/// A CUDA release "12.2".
Result<Version> read_cuda(std::string_view text);
/// A PTX ISA version "8.2".
Result<Version> read_ptx_isa(std::string_view text);
/// "linux-x86_64" ...
Result<Os> read_os(std::string_view text);

}  // namespace cudacompat
