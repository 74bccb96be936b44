// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "read/containers/elf.h"
#include "read/images/device_sections.h"

namespace cudacompat {

/// "__fatbinwrap_98d0d62c_12_gemm_4bit_cu_3958b1bb" is "gemm_4bit.cu": a hash,
/// the length of the name, the name with '_' for what is not a letter or digit.
/// Empty where the name is another. Measured with nvcc 11.8 to 13.5.
std::string wrapper_unit(std::string_view symbol);

/// The sources of relocatable containers in a stripped shared library, by the
/// names of their wrappers, which its dynamic symbols keep.
class WrapperUnits {
 public:
  WrapperUnits() = default;
  WrapperUnits(ElfSections& sections, const DeviceSections& device);

  /// The unit of the container at this address, or empty.
  std::string unit_at(std::uint64_t address) const;

 private:
  std::vector<std::pair<std::uint64_t, std::string>> units_;  // by address
};

}  // namespace cudacompat
