// Zip files: the directory, then every member unpacked.
#include "containers/zip.h"

#include "bytes/little_endian.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = bytes_of(data, size);
  auto source = ByteSource::from_memory({bytes.begin(), bytes.end()}, "fuzz");
  auto zip = ZipReader::open(source);
  if (!zip) return 0;
  for (std::size_t i = 0; i < zip->members().size(); ++i) {
    const ZipMember member = zip->members()[i];
    testing::require(member.offset <= size && member.packed_size <= size,
                     "a member lies in the file");
    std::uint64_t got = 0;
    const auto done = zip->unpack(i, [&](std::span<const std::byte> piece) {
      got += piece.size();
      return got < 1u << 20;
    });
    testing::require(!done || got == member.size || got >= 1u << 20,
                     "a member that was unpacked has its size");
  }
  return 0;
}
