// SPDX-License-Identifier: Apache-2.0

// One entry whose header is right and whose packed payload is the input:
// 2 bytes of choices, 4 of claimed unpacked size, then the stream.
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "support/fatbin_writer.h"

using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kHead = 6;
  if (size < kHead) return 0;
  const auto stream = bytes_of(data + kHead, size - kHead);
  FatbinEntry e = (data[0] & 1) != 0 ? ptx("80", "8.0") : sass("80");
  e.codec = (data[1] & 1) != 0 ? Codec::zstd : Codec::lz4;
  e.stored = Bytes(stream.begin(), stream.end());
  e.usize = 0;
  for (std::size_t i = 2; i < kHead; ++i) {
    *e.usize |= std::uint64_t{data[i]} << (8 * (i - 2));
  }
  scan_and_check(write_fatbin({e}));
  return 0;
}
