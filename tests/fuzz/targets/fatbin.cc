// SPDX-License-Identifier: Apache-2.0

// A bare fatbin whose container header is right, so that its entries are read.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "support/byte_writer.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteWriter out;
  out.u32(0xBA55ED50).u16(1).u16(16).u64(size);
  const auto input = bytes_of(data, size);
  out.bytes(Bytes(input.begin(), input.end()));
  scan_and_check(out.take());
  return 0;
}
