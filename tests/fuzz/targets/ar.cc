// SPDX-License-Identifier: Apache-2.0

// Archives; not thin ones, whose members would be files of this machine.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scan_and_check(with_start(bytes_of(data, size), "!<arch>\n"));
  return 0;
}
