// SPDX-License-Identifier: Apache-2.0
#include "read/images/runtime.h"

#include <charconv>

#include "base/bytes/little_endian.h"
#include "read/images/static_runtime.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kNeeded = 1, kSoname = 14, kRpath = 15,
                        kRunpath = 29;  // DT_*
constexpr std::uint64_t kRow = 16;
constexpr std::uint64_t kMaxRows = 4096;
constexpr std::uint64_t kLongestText = 64u << 10;  // RUNPATHs may be long

/// "libcudart.so.12" is 12.0, "libcudart.so.11.0" is 11.0.
std::optional<Version> runtime_version(std::string_view library) {
  constexpr std::string_view kName = "libcudart.so.";
  if (!library.starts_with(kName)) return std::nullopt;
  const std::string_view text = library.substr(kName.size());
  Version version;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), version.major);
  if (error != std::errc{}) return std::nullopt;
  return version;
}

bool ends_in_stubs(std::string_view paths) {
  while (!paths.empty()) {
    const auto colon = paths.find(':');
    std::string_view path = paths.substr(0, colon);
    while (path.ends_with('/')) path.remove_suffix(1);
    if (path.ends_with("/stubs")) return true;
    if (colon == std::string_view::npos) break;
    paths.remove_prefix(colon + 1);
  }
  return false;
}

void read_dynamic(const Region& table, const Region& strings,
                  RuntimeFacts& facts, const ErrorSink& faults) {
  for (std::uint64_t i = 0; i < kMaxRows; ++i) {
    if (table.size() / kRow <= i) return;
    auto bytes = table.window(i * kRow, kRow, "dynamic section");
    if (!bytes) return faults(bytes.error());
    LittleEndian in(*bytes);
    const std::uint64_t tag = in.u64(0);
    const std::uint64_t value = in.u64(8);
    if (tag == 0) return;
    if (tag != kNeeded && tag != kSoname && tag != kRpath && tag != kRunpath) {
      continue;
    }
    auto text = strings.window_up_to(value, kLongestText, "dynamic string");
    if (!text) {
      faults(text.error());
      continue;
    }
    const std::string_view name = c_string_at(*text, 0);
    if (tag == kRpath || tag == kRunpath) {
      facts.needs_libcuda_stub |= ends_in_stubs(name);
    } else if (const auto version = runtime_version(name)) {
      // Needed, or the runtime itself by its own name.
      facts.shared = true;
      facts.version = version;
    }
  }
}

}  // namespace

RuntimeFacts find_runtime(ElfSections& sections, const DeviceSections& device,
                          std::uint16_t machine, const ErrorSink& faults) {
  RuntimeFacts facts;
  if (device.dynamic) {
    auto table = sections.bytes(*device.dynamic, "dynamic section");
    auto section = sections.at(device.dynamic->link);
    if (table && section) {
      auto strings = sections.bytes(*section, "dynamic strings");
      if (strings) read_dynamic(*table, *strings, facts, faults);
    }
  }
  if (facts.shared) return facts;
  if (device.code) {
    auto code = sections.bytes(*device.code, "code");
    if (code) facts.version = find_static_runtime_version(*code, machine);
    facts.static_ = facts.version.has_value();
  }
  if (!facts.static_ && device.read_only) {
    auto data = sections.bytes(*device.read_only, "read-only data");
    facts.static_ = data && has_runtime_message(*data);
  }
  return facts;
}

}  // namespace cudacompat
