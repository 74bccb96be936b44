// SPDX-License-Identifier: Apache-2.0

// Zip files: the directory, then every member unpacked, and a copy.
#include "read/containers/zip.h"

#include <unistd.h>

#include <filesystem>

#include "base/bytes/little_endian.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "read/containers/zip_copy.h"

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
  static const std::string path = std::filesystem::temp_directory_path() /
                                  ("fuzz-zip-" + std::to_string(::getpid()));
  if (copy_zip(source, path, {})) {
    auto copied = ByteSource::open(path);
    testing::require(copied.has_value(), "a copy can be opened");
    auto copy = ZipReader::open(*copied);
    testing::require(copy && copy->members().size() == zip->members().size(),
                     "a copy has the members of its original");
  }
  std::filesystem::remove(path);
  return 0;
}
