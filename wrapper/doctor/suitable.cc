#include "doctor/suitable.h"

#include <algorithm>

#include "facts/tables.h"

namespace cudacompat {

const MachineFacts& oldest(const JudgedClass& judged) {
  return *std::ranges::min_element(
      judged.situations, {}, [](const MachineFacts& machine) {
        return machine.cuda.value_or(Version{UINT16_MAX, 0});
      });
}

bool major_suits(std::uint16_t cuda_major, const JudgedClass& judged) {
  const MachineFacts& machine = oldest(judged);
  const Arch arch{canonical_number(machine.cc), ArchScope::base};
  return machine.cuda && machine.cuda->major >= cuda_major &&
         std::ranges::any_of(release_table(), [&](const ReleaseRow& row) {
           return row.cuda.major == cuda_major && toolkit_emits(row, arch);
         });
}

}  // namespace cudacompat
