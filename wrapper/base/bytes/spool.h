// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes/result.h"

namespace cudacompat {

/// Bytes that came piece by piece: in `memory`, or where that would be too much
/// in an unlinked temporary file (in $TMPDIR), whose descriptor the caller
/// closes.
struct Spooled {
  int fd = -1;  // -1: in memory
  std::uint64_t size = 0;
  std::vector<std::byte> memory;
};

class Spool {
 public:
  /// `name` stands in messages.
  explicit Spool(std::string name) : name_(std::move(name)) {}
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  Result<void> put(std::span<const std::byte> bytes);
  /// All that was put; nothing is left.
  Spooled take();

 private:
  std::string name_;
  Spooled spooled_;
};

/// All of standard input.
Result<Spooled> spool_standard_input();

}  // namespace cudacompat
