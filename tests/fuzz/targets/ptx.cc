// SPDX-License-Identifier: Apache-2.0

// PTX text: several modules, comments, damaged directives.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scan_and_check(with_start(bytes_of(data, size), ".version "));
  return 0;
}
