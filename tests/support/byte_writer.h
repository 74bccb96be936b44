// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cudacompat::testing {

using Bytes = std::vector<std::byte>;

/// The bytes of a text, without a final NUL.
inline Bytes to_bytes(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

/// Little-endian fields, appended one after the other.
class ByteWriter {
 public:
  ByteWriter& u8(std::uint64_t value) { return number(value, 1); }
  ByteWriter& u16(std::uint64_t value) { return number(value, 2); }
  ByteWriter& u32(std::uint64_t value) { return number(value, 4); }
  ByteWriter& u64(std::uint64_t value) { return number(value, 8); }
  ByteWriter& text(std::string_view value) { return bytes(to_bytes(value)); }
  ByteWriter& bytes(const Bytes& value) {
    out_.insert(out_.end(), value.begin(), value.end());
    return *this;
  }
  ByteWriter& zeros(std::size_t n) {
    out_.resize(out_.size() + n);
    return *this;
  }
  /// Zeros up to the next multiple of `alignment`.
  ByteWriter& align(std::size_t alignment) {
    if (alignment == 0) return *this;
    return zeros((alignment - out_.size() % alignment) % alignment);
  }
  std::size_t size() const { return out_.size(); }
  Bytes take() { return std::move(out_); }

 private:
  ByteWriter& number(std::uint64_t value, int n) {
    for (int i = 0; i < n; ++i) {
      out_.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
    }
    return *this;
  }
  Bytes out_;
};

/// Overwrites n bytes at `offset` with `value`: how a test damages a field.
inline void poke(Bytes& bytes, std::size_t offset, std::uint64_t value, int n) {
  for (int i = 0; i < n; ++i) {
    bytes.at(offset + static_cast<std::size_t>(i)) =
        static_cast<std::byte>(value >> (8 * i) & 0xff);
  }
}

}  // namespace cudacompat::testing
