// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cudacompat::testing {

/// A member as its two headers tell of it; hostile files tell two things.
struct ZipPart {
  std::string name, bytes;
  std::string local_name = {};  // empty: as `name`
  std::uint16_t method = 0, flags = 0;
  std::uint32_t size = 0;  // that it claims; 0: what it has
  std::uint32_t crc = 0;   // 0: the right one
  std::string extra = {};  // fields, in both headers
};

void put_number(std::string& out, std::uint64_t value, std::size_t bytes);

/// A zip file of stored members, with `after` behind its end record.
std::string zip_file(const std::vector<ZipPart>& parts,
                     const std::string& after = {});

}  // namespace cudacompat::testing
