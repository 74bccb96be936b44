// SPDX-License-Identifier: Apache-2.0

// End to end: bytes in, verdict, findings and report out.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = bytes_of(data, size);
  // The members of a thin archive would be files of this machine.
  if (size > 2 && data[0] == '!' && data[2] == 't') return 0;
  judge_and_check(Bytes(input.begin(), input.end()));
  return 0;
}
