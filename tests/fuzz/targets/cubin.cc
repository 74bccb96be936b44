// SPDX-License-Identifier: Apache-2.0

// A bare cubin of either ABI: the first input byte says which.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "support/byte_writer.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const bool abi8 = (data[0] & 1) != 0;
  Bytes bytes = with_start(bytes_of(data + 1, size - 1),
                           std::string_view(abi8 ? "\x7f"
                                                   "ELF\x02\x01\x01\x41\x08"
                                                 : "\x7f"
                                                   "ELF\x02\x01\x01\x33\x07"));
  if (bytes.size() < 20) bytes.resize(20);
  poke(bytes, 18, 190, 2);  // e_machine
  scan_and_check(bytes);
  return 0;
}
