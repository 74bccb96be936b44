// SPDX-License-Identifier: Apache-2.0
#include "read/images/static_runtime.h"

#include <algorithm>
#include <array>

#include "base/bytes/little_endian.h"

namespace cudacompat {
namespace {

constexpr std::uint16_t kX86 = 62, kArm = 183;  // e_machine
constexpr std::uint64_t kFunction = 32;         // one function with its padding
constexpr std::uint64_t kPair = 2 * kFunction;
constexpr std::uint64_t kAlignment = 16;
constexpr std::uint64_t kStep = 512u << 10;
// A library's code may have 100 MB; the runtime lies less than 1 MiB before
// its end. Smaller code is looked at whole.
constexpr std::uint64_t kTail = 4u << 20;
constexpr std::uint64_t kWhole = 16u << 20;
constexpr std::uint32_t kStaticMark = 2;

/// int f(int* out) { if (!out) return 1; *out = CONSTANT; return 0; }
std::optional<std::uint32_t> stored_by_x86(std::span<const std::byte> code) {
  LittleEndian in(code);
  // test rdi,rdi; je +11; mov dword [rdi],imm32; xor eax,eax; ret; nop;
  // mov eax,1; ret
  if (in.u32(0) != 0x74ff8548 || in.u16(4) != 0xc70b || in.u8(6) != 0x07 ||
      in.u32(11) != 0x66c3c031 || in.u8(15) != 0x90 ||
      in.u32(16) != 0x000001b8 || in.u16(20) != 0xc300) {
    return std::nullopt;
  }
  return in.u32(7);
}

std::optional<std::uint32_t> stored_by_arm(std::span<const std::byte> code) {
  LittleEndian in(code);
  // mov x1,x0; cbz x0,+20; mov w2,#imm16; mov w0,#0; str w2,[x1]; ret;
  // mov w0,#1; ret
  const std::uint32_t move = in.u32(8);
  if (in.u32(0) != 0xaa0003e1 || in.u32(4) != 0xb40000a0 ||
      (move & 0xffe0001f) != 0x52800002 || in.u32(12) != 0x52800000 ||
      in.u32(16) != 0xb9000022 || in.u32(20) != 0xd65f03c0 ||
      in.u32(24) != 0x52800020 || in.u32(28) != 0xd65f03c0) {
    return std::nullopt;
  }
  return (move >> 5) & 0xffff;
}

}  // namespace

std::optional<Version> static_runtime_version_in(
    std::span<const std::byte> code, std::uint16_t machine) {
  const auto stored = machine == kArm ? stored_by_arm : stored_by_x86;
  for (std::size_t at = 0; code.size() - at >= kPair; at += kAlignment) {
    const auto version = stored(code.subspan(at, kFunction));
    // 11080, 13050: 1000 * major + 10 * minor.
    if (version && *version >= 8000 && *version < 100000 &&
        stored(code.subspan(at + kFunction, kFunction)) == kStaticMark) {
      return Version{static_cast<std::uint16_t>(*version / 1000),
                     static_cast<std::uint16_t>(*version % 1000 / 10)};
    }
    if (code.size() - at < kAlignment) break;
  }
  return std::nullopt;
}

std::optional<Version> find_static_runtime_version(const Region& code,
                                                   std::uint16_t machine) {
  if (machine != kX86 && machine != kArm) return std::nullopt;
  const std::uint64_t limit = code.size() <= kWhole ? code.size() : kTail;
  // Functions are aligned by their offset in the file as in memory.
  std::uint64_t end = code.size();
  const std::uint64_t stop = code.size() - limit;
  while (end > stop) {
    const std::uint64_t n = std::min(kStep, end - stop);
    std::uint64_t start = end - n;
    const std::uint64_t slack = (code.base() + start) % kAlignment;
    start = slack <= start ? start - slack : start + (kAlignment - slack);
    if (start >= code.size()) break;
    // A pair may lie across the border: read a little into the part before.
    auto bytes = code.window_up_to(start, end - start + kPair, "code");
    if (!bytes) return std::nullopt;
    if (auto version = static_runtime_version_in(*bytes, machine)) {
      return version;
    }
    if (start == 0 || start >= end) break;
    end = start;
  }
  return std::nullopt;
}

bool has_runtime_message(const Region& data) {
  constexpr std::string_view kMessage =
      "CUDA driver version is insufficient for CUDA runtime version";
  const auto in = [&](std::uint64_t from, std::uint64_t to) {
    while (from < to) {
      auto bytes = data.window_up_to(from, kStep, "read-only data");
      if (!bytes) return false;
      if (as_text(*bytes).find(kMessage) != std::string_view::npos) return true;
      if (bytes->size() <= kMessage.size()) return false;
      from += bytes->size() - kMessage.size();
    }
    return false;
  };
  if (data.size() <= 2 * kTail) return in(0, data.size());
  return in(0, kTail) || in(data.size() - kTail, data.size());
}

}  // namespace cudacompat
