// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace cudacompat {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "all formats read here are little endian");

/// Reads little-endian numbers out of a span by offset. A read that leaves
/// the span gives 0 and clears ok(): check it once, after the last field.
class LittleEndian {
 public:
  explicit LittleEndian(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint8_t u8(std::size_t at) { return load<std::uint8_t>(at); }
  std::uint16_t u16(std::size_t at) { return load<std::uint16_t>(at); }
  std::uint32_t u32(std::size_t at) { return load<std::uint32_t>(at); }
  std::uint64_t u64(std::size_t at) { return load<std::uint64_t>(at); }
  bool ok() const { return ok_; }

 private:
  template <typename T>
  T load(std::size_t at) {
    T value = 0;
    if (at > bytes_.size() || bytes_.size() - at < sizeof(T)) {
      ok_ = false;
    } else {
      std::memcpy(&value, bytes_.data() + at, sizeof(T));
    }
    return value;
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

/// Bytes as text, for formats that hold both. Valid as long as the span.
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The text that starts at `at` and ends before the next NUL or the end.
inline std::string_view c_string_at(std::span<const std::byte> bytes,
                                    std::uint64_t at) {
  if (at >= bytes.size()) return {};
  const std::string_view rest =
      as_text(bytes.subspan(static_cast<std::size_t>(at)));
  return rest.substr(0, rest.find('\0'));
}

}  // namespace cudacompat
