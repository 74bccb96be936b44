// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/model/arch_list.h"
#include "judge/facts/tables.h"
#include "programs/launch/invocation.h"

namespace cudacompat {

/// How a command line says for which architectures to compile.
enum class ArchChoice : std::uint8_t {
  named,     // -arch, -code, -gencode with architectures
  none,      // nvcc's default, which changes with the toolkit
  native,    // the build machine's GPU, or without one nvcc's default
  all,       // every architecture of the toolkit
  all_major  // each major of the toolkit
};
ArchChoice arch_choice(const ArchFlags& flags);

/// The device code that a command line asks for: what an object should hold.
/// Judging never uses it (the bytes are judged); messages do. An Error where
/// nvcc refuses the flags, where they need the toolkit's row and there is none,
/// and for `native`, which only the build machine can tell.
Result<std::vector<ArchRequest>> requested_code(const ArchFlags& flags,
                                                const ReleaseRow* toolkit);
/// "sm_80 sm_86 compute_86", or why it is unknown.
std::string requested_code_text(const ArchFlags& flags,
                                const ReleaseRow* toolkit);

/// An architecture in the flags that is not an architecture but the output of a
/// GPU query that failed ("sm_Failed", "compute_"); nullopt: there is none.
std::optional<std::string> failed_query_in(const ArchFlags& flags);

}  // namespace cudacompat
