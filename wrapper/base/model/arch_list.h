// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/model/arch.h"

namespace cudacompat {

/// The spellings of architecture lists that are read. Never guessed: a list is
/// read in the dialect that its reader names.
enum class ArchDialect : std::uint8_t {
  cmake,   // CMAKE_CUDA_ARCHITECTURES: "75-real;80;90a-virtual"
  nvcc,    // options: "-gencode arch=compute_80,code=[sm_80,compute_80] ..."
  torch,   // TORCH_CUDA_ARCH_LIST: "8.0;9.0a+PTX", "8.0 8.6", "Volta"
  bazel,   // rules_cuda: "compute_80:sm_80,sm_86;compute_90:compute_90"
  pep817,  // wheel variants: "90_real", "90_virtual"
  xla,     // HERMETIC_CUDA_COMPUTE_CAPABILITIES: "sm_80,sm_90,compute_120"
};

/// Code asked for: PTX of `ptx`, SASS of each of `sass` made from it.
struct ArchRequest {
  Arch virtual_arch;       // compute_80
  std::vector<Arch> sass;  // sm_80, sm_86; empty: PTX only
  bool ptx = false;        // PTX of virtual_arch is embedded
  friend bool operator==(const ArchRequest&, const ArchRequest&) = default;
};

/// What the list asks for, in its order, without exact repetitions.
///
/// all, all-major, native and OFF are not lists of architectures: the Error
/// says what each would do. What looks like the output of a failed GPU query
/// ("No CUDA devices found.", "compute_") is said to be so, and a list in
/// another dialect's spelling gets a "did you mean" in this one's.
///
/// nvcc: options that are not about architectures are passed over with their
/// values (-Xcompiler -march=native); a bare "sm_90a" is -arch=sm_90a. The
/// base PTX that nvcc 13 adds to -arch=sm_90a is not counted: it is
/// undocumented, and older toolkits may not add it.
Result<std::vector<ArchRequest>> parse_arch_list(std::string_view text,
                                                 ArchDialect dialect);

/// "torch:8.0;8.6+PTX": the dialect's name before its list; a list without one
/// is CMake's.
Result<std::vector<ArchRequest>> parse_named_arch_list(std::string_view text);

}  // namespace cudacompat
