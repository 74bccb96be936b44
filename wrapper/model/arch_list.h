#pragma once

#include <string_view>
#include <vector>

#include "model/arch.h"

namespace cudacompat {

/// The spellings of architecture lists that are read. Never guessed: a list is
/// read in the dialect that its reader names.
enum class ArchDialect { cmake, nvcc, torch, bazel, pep817 };

/// Code asked for: PTX of `ptx`, SASS of each of `sass` made from it.
struct ArchRequest {
  Arch virtual_arch;       // compute_80
  std::vector<Arch> sass;  // sm_80, sm_86; empty: PTX only
  bool ptx = false;        // PTX of virtual_arch is embedded
  friend bool operator==(const ArchRequest&, const ArchRequest&) = default;
};

/// cmake "75-real;80;90a-virtual", nvcc "-gencode arch=compute_80,code=[sm_80,compute_80] ..."
/// or "sm_90a", torch "8.0;9.0a+PTX" (blanks or ';', names like Volta), bazel
/// "compute_80:sm_80,sm_86;compute_90:compute_90", pep817 "90_real".
/// all, all-major, native and OFF are not lists of architectures: an Error
/// says what each would do. What looks like the output of a failed GPU query
/// ("No CUDA devices found.", "compute_") is said to be so.
Result<std::vector<ArchRequest>> parse_arch_list(std::string_view text,
                                                 ArchDialect dialect);

}  // namespace cudacompat
