// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/virtual_gpu.h"

namespace cudacompat {

bool is_virtual_gpu(std::string_view name) {
  // NVIDIA Virtual GPU Software User Guide: series A, B, C and Q.
  constexpr std::string_view kSeries = "ABCQ";
  if (name.empty() || kSeries.find(name.back()) == std::string_view::npos) {
    return false;
  }
  name.remove_suffix(1);
  const std::size_t dash = name.rfind('-');
  return dash != std::string_view::npos && dash + 1 < name.size() &&
         name.find_first_not_of("0123456789", dash + 1) ==
             std::string_view::npos;
}

}  // namespace cudacompat
