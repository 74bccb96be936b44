// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"
#include "base/bytes/spool.h"

namespace cudacompat {

/// One input, opened once: the only door to its bytes. Files are read with
/// pread through one window that is reused, so memory stays flat whatever the
/// file's size; there is no mmap (a file cut while we read must not be a
/// SIGBUS).
class ByteSource {
 public:
  /// Opens a regular file. "-" reads standard input to its end (spooled to an
  /// unlinked temporary file once it is large).
  static Result<ByteSource> open(const std::string& path);
  /// Wraps bytes in memory; `name` stands in messages.
  static ByteSource from_memory(std::vector<std::byte> bytes, std::string name);
  /// The same without a copy: `bytes` must outlive the source.
  static ByteSource from_view(std::span<const std::byte> bytes,
                              std::string name);

  /// Takes what was spooled.
  static ByteSource from_spooled(Spooled spooled, std::string name);

  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  std::uint64_t size() const;
  const std::string& name() const;

  /// The n bytes at offset. The span is valid until the next call of
  /// `window` on this source. Fails, with both numbers, where the range leaves
  /// the file, or n is over kMaxWindow.
  Result<std::span<const std::byte>> window(std::uint64_t offset,
                                            std::uint64_t n,
                                            std::string_view what);
  /// As window, but may return fewer than n bytes at the end of the file.
  Result<std::span<const std::byte>> window_up_to(std::uint64_t offset,
                                                  std::uint64_t n,
                                                  std::string_view what);
  /// Copies out.size() bytes at offset to out (not through the window).
  Result<void> read(std::uint64_t offset, std::span<std::byte> out,
                    std::string_view what);
  /// Fails where the file's size or mtime differs from when it was opened.
  Result<void> unchanged() const;

  static constexpr std::uint64_t kMaxWindow = 1u << 20;

 private:
  struct Impl;
  explicit ByteSource(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// A checked part of a source; offsets are relative to its start.
class Region {
 public:
  explicit Region(ByteSource& source);

  std::uint64_t size() const { return size_; }
  /// Where offset 0 of this region lies in the source.
  std::uint64_t base() const { return base_; }
  ByteSource& source() const { return *source_; }

  /// A part of this region, or an error with both numbers. The check is by
  /// subtraction and stands here only.
  Result<Region> slice(std::uint64_t offset, std::uint64_t size,
                       std::string_view what) const;
  Result<std::span<const std::byte>> window(std::uint64_t offset,
                                            std::uint64_t n,
                                            std::string_view what) const;
  Result<std::span<const std::byte>> window_up_to(std::uint64_t offset,
                                                  std::uint64_t n,
                                                  std::string_view what) const;

 private:
  Region(ByteSource& source, std::uint64_t base, std::uint64_t size)
      : source_(&source), base_(base), size_(size) {}
  ByteSource* source_;
  std::uint64_t base_;
  std::uint64_t size_;
};

}  // namespace cudacompat
