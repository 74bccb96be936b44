// SPDX-License-Identifier: Apache-2.0

// Host objects, programs and libraries, cubins: whatever starts like ELF64.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scan_and_check(with_start(bytes_of(data, size),
                            "\x7f"
                            "ELF\x02\x01"));
  return 0;
}
