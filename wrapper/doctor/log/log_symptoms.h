// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "doctor/log/symptom_kind.h"

namespace cudacompat {

/// What else is read from a line.
enum class Detail : std::uint8_t {
  none,
  ptx_version,       // Unsupported .version 8.5; current version is '8.4'
  linker,            // current version is '8.4', of libnvJitLink
  ptx_target,        // Unsupported .target 'sm_107'
  refused_arch,      // 'compute_70', in quotes
  torch_arch,        // Unknown CUDA Architecture Name 9.0a in ...
  torch_gpu,         // the GPU (and what torch was built for, in one line)
  torch_list,        // sm_50 sm_60 ... sm_90
  torch_range,       // (8.0) - (12.0), on this line or the next
  torch_built,       // - 7.5 which supports hardware CC >=7.5,<8.0
  capability,        // compute capability 12.0
  found_driver,      // (found version 11040)
  driver_and_ptxas,  // version is 12.2 which is older than the ptxas ... 12.3
  two_releases,      // (11.8) mismatches ... (12.1)
  asked_cuda,        // cuda>=12.4
  library,           // libcudart.so.12
  option_arch,       // -arch=compute_37
  needed_target,     // .target sm_53 or higher; .target 'sm_90'
  ggml_arch,         // CUDA arch 520 ... compiled for: 500,610
  least_capability,  // capability 3.0. The minimum ... capability is 3.5
  driver_call,       // undefined symbol: cuCtxCreate_v3
  whole_line,        // nothing else may stand in the line
  own,               // cudacompat[CC201]: ...
};

/// What lines of a kind look like: a row of templates/log_symptoms.json
/// ("lines"). A kind may have several.
struct SymptomRow {
  SymptomKind kind;
  Detail detail;
  /// The error number that says the same where a line calls it one; 0: none.
  std::uint16_t code;
  std::uint16_t old_code;  // of the runtime before CUDA 10.1
  /// In lower case; '*' is up to kFarthest bytes of anything. One that is a
  /// word of C (cudaerrornodevice) is not taken where a line quotes code.
  std::array<std::string_view, 8> texts;
};
inline constexpr std::size_t kFarthest = 400;

/// The most specific first.
std::span<const SymptomRow> symptom_table();

}  // namespace cudacompat
