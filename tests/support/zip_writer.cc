// SPDX-License-Identifier: Apache-2.0
#include "support/zip_writer.h"

#include <cstring>

namespace cudacompat::testing {
namespace {

template <typename T>
void put(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

std::uint32_t crc_of(const std::string& bytes) {
  std::uint32_t crc = ~0u;
  for (const char c : bytes) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

/// What both headers have, from the version needed to the lengths.
void put_common(std::string& out, const ZipPart& part,
                const std::string& name) {
  const auto size = static_cast<std::uint32_t>(part.bytes.size());
  put<std::uint16_t>(out, 20);
  put<std::uint16_t>(out, part.flags);
  put<std::uint16_t>(out, part.method);
  put<std::uint32_t>(out, 0x5A210000);  // 2025-01-01
  put<std::uint32_t>(out, part.crc != 0 ? part.crc : crc_of(part.bytes));
  put<std::uint32_t>(out, size);
  put<std::uint32_t>(out, part.size != 0 ? part.size : size);
  put<std::uint16_t>(out, static_cast<std::uint16_t>(name.size()));
  put<std::uint16_t>(out, static_cast<std::uint16_t>(part.extra.size()));
}

}  // namespace

void put_number(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> (8 * i));
}

std::string zip_file(const std::vector<ZipPart>& parts,
                     const std::string& after) {
  std::string out, directory;
  for (const ZipPart& part : parts) {
    const std::string& local =
        part.local_name.empty() ? part.name : part.local_name;
    put<std::uint32_t>(directory, 0x02014b50);
    put<std::uint16_t>(directory, 0x0314);
    put_common(directory, part, part.name);
    put<std::uint16_t>(directory, 0);  // comment
    put<std::uint16_t>(directory, 0);  // disk
    put<std::uint16_t>(directory, 0);
    put<std::uint32_t>(directory, 0100644u << 16);
    put<std::uint32_t>(directory, static_cast<std::uint32_t>(out.size()));
    directory += part.name + part.extra;
    put<std::uint32_t>(out, 0x04034b50);
    put_common(out, part, local);
    out += local + part.extra + part.bytes;
  }
  const auto start = static_cast<std::uint32_t>(out.size());
  const auto count = static_cast<std::uint16_t>(parts.size());
  out += directory;
  put<std::uint32_t>(out, 0x06054b50);
  put<std::uint32_t>(out, 0);
  put<std::uint16_t>(out, count);
  put<std::uint16_t>(out, count);
  put<std::uint32_t>(out, static_cast<std::uint32_t>(directory.size()));
  put<std::uint32_t>(out, start);
  put<std::uint16_t>(out, 0);
  return out + after;
}

}  // namespace cudacompat::testing
