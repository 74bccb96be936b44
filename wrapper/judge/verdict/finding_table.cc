// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/finding_table.h"

#include <cstddef>
#include <iterator>

namespace cudacompat {
namespace {

constexpr FindingRow kRows[] = {
#include "finding_rows.inc"
};

constexpr bool sorted() {
  for (std::size_t i = 1; i < std::size(kRows); ++i) {
    if (kRows[i].id <= kRows[i - 1].id) return false;
  }
  return true;
}
static_assert(sorted(), "templates/findings.json: findings sorted by id");

}  // namespace

std::span<const FindingRow> finding_table() { return kRows; }

}  // namespace cudacompat
