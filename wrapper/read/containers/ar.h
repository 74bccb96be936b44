// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// One member of an archive.
struct ArMember {
  std::string name;
  std::uint64_t offset = 0;  // of its bytes in the file; thin: 0
  std::uint64_t size = 0;
};

/// Reads ar archives: System V/GNU (long names in "//", thin ones too) and BSD
/// names ("#1/n"). Symbol tables are left out.
class ArReader {
 public:
  static bool is_archive(std::span<const std::byte> bytes);
  static bool is_thin(std::span<const std::byte> bytes);

  explicit ArReader(const Region& file, bool thin) : file_(file), thin_(thin) {}

  /// The next member; nullopt at the end. After an Error there is nothing
  /// more to read: without its size the next header cannot be found.
  Result<std::optional<ArMember>> next();

 private:
  Result<std::string> long_name(std::uint64_t at);

  Region file_;
  bool thin_;
  std::uint64_t at_ = 8;  // behind the magic
  std::optional<Region> names_;
};

/// Members of a thin archive do not lie in the archive's file.
bool is_thin_archive(ByteSource& source);

}  // namespace cudacompat
