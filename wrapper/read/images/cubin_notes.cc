// SPDX-License-Identifier: Apache-2.0
#include "read/images/cubin_notes.h"

#include <charconv>

namespace cudacompat {
namespace {

/// A decimal number at the start of `text`; it is cut off.
std::optional<std::uint16_t> take_number(std::string_view& text) {
  std::uint16_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// "sm_100f" at the start of `text`.
std::optional<Arch> take_arch(std::string_view text) {
  constexpr std::string_view kPrefix = "sm_";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  const auto number = take_number(text);
  if (!number) return std::nullopt;
  if (text.starts_with('a')) return Arch{*number, ArchScope::exact};
  if (text.starts_with('f')) return Arch{*number, ArchScope::family};
  return Arch{*number, ArchScope::base};
}

}  // namespace

std::optional<ToolNote> parse_tool_note(std::span<const std::byte> note) {
  // u32 version, u32 0, then where name, tool, build and options start in the
  // text that follows.
  LittleEndian in(note);
  const std::uint32_t tool = in.u32(12);
  const std::uint32_t options = in.u32(20);
  if (!in.ok()) return std::nullopt;
  const auto text = note.subspan(24);
  return ToolNote{c_string_at(text, tool), c_string_at(text, options)};
}

std::optional<Version> release_in(std::string_view text) {
  constexpr std::string_view kMark = "release ";
  const auto at = text.find(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + kMark.size());
  const auto major = take_number(text);
  if (!major || !text.starts_with('.')) return std::nullopt;
  text.remove_prefix(1);
  const auto minor = take_number(text);
  if (!minor) return std::nullopt;
  return Version{*major, *minor};
}

std::optional<Arch> arch_in(std::string_view options) {
  constexpr std::string_view kMark = "-arch";
  std::size_t at = 0;
  while ((at = options.find(kMark, at)) != std::string_view::npos) {
    at += kMark.size();
    std::string_view value = options.substr(at);
    value.remove_prefix(std::min(value.find_first_not_of(" ="), value.size()));
    // nvlink also has "-cpu-arch X86_64".
    if (const auto arch = take_arch(value)) return arch;
  }
  return std::nullopt;
}

std::optional<bool> exact_in_compat(std::span<const std::byte> bytes) {
  // u8 form, u8 id, u16 value; form 4 has `value` more bytes.
  constexpr std::uint8_t kSized = 4;
  constexpr std::uint8_t kScope = 9;
  std::size_t at = 0;
  while (bytes.size() - at >= 4) {
    LittleEndian in(bytes.subspan(at));
    const std::size_t value = in.u16(2);
    if (in.u8(0) == 2 && in.u8(1) == kScope) return (value & 0xff) == 1;
    at += 4;
    if (in.u8(0) == kSized) {
      if (value > bytes.size() - at) return std::nullopt;
      at += value;
    }
  }
  return std::nullopt;
}

std::optional<Version> find_toolkit_note(std::span<const std::byte> bytes) {
  // u32 size of the name, u32 size, u32 type, the name and its NUL.
  constexpr std::string_view kName("NVIDIA Corp\0", 12);
  constexpr std::uint32_t kToolType = 2000;
  const std::string_view text = as_text(bytes);
  std::size_t at = 0;
  while ((at = text.find(kName, at)) != std::string_view::npos) {
    const std::size_t note = at + kName.size();
    if (at >= 12 && LittleEndian(bytes.subspan(at - 4)).u32(0) == kToolType) {
      const std::size_t size = LittleEndian(bytes.subspan(at - 8)).u32(0);
      if (size > bytes.size() - note) return std::nullopt;
      const auto parts = parse_tool_note(bytes.subspan(note, size));
      return parts ? release_in(parts->tool) : std::nullopt;
    }
    at = note;
  }
  return std::nullopt;
}

}  // namespace cudacompat
