// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// A member of a zip file.
struct ZipMember {
  std::string name;
  std::uint64_t size = 0;  // unpacked
  std::uint64_t packed_size = 0;
  std::uint32_t crc = 0;
  std::uint64_t offset = 0;  // of its packed bytes
};

/// Reads a zip file (PKWARE APPNOTE 6.3; a wheel is one, PEP 427) by minizip.
/// What two readers could take for two different archives is an Error, by
/// PyPI's rules of 2025: bytes before the zip file, in its directory or after
/// its end record that do not belong there, a wrong count of members, two of
/// one name, a null byte in a name, a name that its local header spells
/// differently, members that overlap.
class ZipReader {
 public:
  static bool is_zip(std::span<const std::byte> head);

  /// `source` must outlive the reader. Methods other than deflate and none are
  /// an Error.
  static Result<ZipReader> open(ByteSource& source);
  ZipReader(ZipReader&&) noexcept;
  ~ZipReader();

  /// In the order of the central directory, with folders ("pkg/").
  const std::vector<ZipMember>& members() const;

  /// Unpacks the member `index` in pieces of 64 KiB (the last is shorter), to
  /// its end or until `piece` returns false. An Error where it is encrypted,
  /// does not have the size and CRC that it claims, or is packed to less than
  /// 1/256 of 1 MiB or more.
  Result<void> unpack(
      std::size_t index,
      const std::function<bool(std::span<const std::byte>)>& piece);

 private:
  struct Impl;
  explicit ZipReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cudacompat
