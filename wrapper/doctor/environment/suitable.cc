// SPDX-License-Identifier: Apache-2.0
#include "doctor/environment/suitable.h"

#include <algorithm>

namespace cudacompat {

const DriverCase& oldest(const JudgedGroup& judged) {
  return *std::ranges::min_element(
      judged.driver_cases, {}, [](const DriverCase& machine) {
        return machine.cuda.value_or(Version{UINT16_MAX, 0});
      });
}

bool makes_code_for(const DriverCase& machine, const ReleaseRow& release) {
  return toolkit_emits(release,
                       Arch{canonical_number(machine.cc), ArchScope::base});
}

bool major_suits(std::uint16_t cuda_major, const JudgedGroup& judged) {
  const DriverCase& machine = oldest(judged);
  return machine.cuda && machine.cuda->major >= cuda_major &&
         std::ranges::any_of(release_table(), [&](const ReleaseRow& row) {
           return row.cuda.major == cuda_major && makes_code_for(machine, row);
         });
}

}  // namespace cudacompat
