#include "doctor/suitable.h"

#include <algorithm>

namespace cudacompat {

const MachineFacts& oldest(const JudgedClass& judged) {
  return *std::ranges::min_element(
      judged.situations, {}, [](const MachineFacts& machine) {
        return machine.cuda.value_or(Version{UINT16_MAX, 0});
      });
}

bool makes_code_for(const MachineFacts& machine, const ReleaseRow& release) {
  return toolkit_emits(release,
                       Arch{canonical_number(machine.cc), ArchScope::base});
}

bool major_suits(std::uint16_t cuda_major, const JudgedClass& judged) {
  const MachineFacts& machine = oldest(judged);
  return machine.cuda && machine.cuda->major >= cuda_major &&
         std::ranges::any_of(release_table(), [&](const ReleaseRow& row) {
           return row.cuda.major == cuda_major && makes_code_for(machine, row);
         });
}

}  // namespace cudacompat
