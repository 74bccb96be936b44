// SPDX-License-Identifier: Apache-2.0
#include "support/fake_libcuda/image.h"

#include <dlfcn.h>
#include <lz4.h>
#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

constexpr int kInvalidImage = 200, kNoBinary = 209, kInvalidPtx = 218,
              kNoJitCompiler = 221, kUnsupportedPtx = 222;
constexpr std::uint32_t kFatbin = 0xBA55ED50, kElf = 0x464C457F;
constexpr std::uint64_t kLz4 = 0x2000, kZstd = 0x8000, kExact = 0x100000;
constexpr int kZstdSince = 12040;

template <typename T>
T at(const char* bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes + offset, sizeof value);
  return value;
}

struct Entry {
  std::uint16_t kind = 0;  // 1: PTX, 2: cubin
  int arch = 0;
  bool exact = false;  // sm_90a
  bool zstd = false;
  std::string bytes;  // unpacked
};

bool unpack(const char* payload, std::size_t packed, std::size_t size,
            std::uint64_t flags, std::string& out) {
  if (packed == 0) {
    out.assign(payload, size);
    return true;
  }
  out.resize(size);
  if ((flags & kZstd) != 0)
    return ZSTD_decompress(out.data(), size, payload, packed) == size;
  return (flags & kLz4) != 0 &&
         LZ4_decompress_safe(payload, out.data(), static_cast<int>(packed),
                             static_cast<int>(size)) == static_cast<int>(size);
}

bool read_fatbin(const char* fatbin, std::vector<Entry>& out) {
  std::size_t here = at<std::uint16_t>(fatbin, 6);
  const std::size_t end = here + at<std::uint64_t>(fatbin, 8);
  while (here + 64 <= end) {
    const char* header = fatbin + here;
    const auto header_size = at<std::uint32_t>(header, 4);
    const auto stored = at<std::uint64_t>(header, 8);
    const auto packed = at<std::uint32_t>(header, 16);
    const auto flags = at<std::uint64_t>(header, 40);
    const auto unpacked = at<std::uint64_t>(header, 56);
    if (header_size < 64 || stored > end - here - header_size) return false;
    Entry entry;
    entry.kind = at<std::uint16_t>(header, 0);
    entry.arch = static_cast<int>(at<std::uint32_t>(header, 28));
    entry.exact = (flags & kExact) != 0;
    entry.zstd = packed != 0 && (flags & kZstd) != 0;
    if (!unpack(header + header_size, packed, packed != 0 ? unpacked : stored,
                flags, entry.bytes))
      return false;
    out.push_back(std::move(entry));
    here += header_size + stored;
  }
  return true;
}

/// Kernels of a cubin lie in sections ".text.NAME".
LoadedImage load_cubin(const char* cubin) {
  LoadedImage out;
  const auto sections = at<std::uint64_t>(cubin, 40);
  const auto count = at<std::uint16_t>(cubin, 60);
  const auto names_index = at<std::uint16_t>(cubin, 62);
  const char* table = cubin + sections;
  if (count == 0 || names_index >= count) return {kInvalidImage, 0, ""};
  const char* names = cubin + at<std::uint64_t>(table, names_index * 64u + 24);
  for (unsigned i = 0; i < count; ++i) {
    const std::string_view name = names + at<std::uint32_t>(table, i * 64u);
    if (name.starts_with(".text.")) ++out.kernels;
  }
  return out;
}

/// Of a bare cubin: bits 8 to 15 of e_flags (ABI 8) or 0 to 7 (ABI 7).
int cubin_arch(const char* cubin) {
  const auto flags = at<std::uint32_t>(cubin, 48);
  const bool abi8 = static_cast<unsigned char>(cubin[8]) >= 8;
  return static_cast<int>(abi8 ? flags >> 8 & 0xff : flags & 0xff);
}

struct JitCompiler {
  int (*create)(void**, std::uint32_t, const char**) = nullptr;
  int (*add)(void*, int, const void*, std::size_t, const char*) = nullptr;
  int (*complete)(void*) = nullptr;
  int (*log_size)(void*, std::size_t*) = nullptr;
  int (*log)(void*, char*) = nullptr;
};

template <typename Function>
bool find(void* library, const std::string& name, Function& out) {
  void* const found = dlsym(library, name.c_str());
  std::memcpy(&out, &found, sizeof found);
  return found != nullptr;
}

LoadedImage compile(const Entry& ptx, const FakeDriver& fake_libcuda) {
  void* const library = dlopen(fake_libcuda.jit.c_str(), RTLD_NOW | RTLD_LOCAL);
  const std::string release = std::to_string(fake_libcuda.cuda / 1000) + "_" +
                              std::to_string(fake_libcuda.cuda % 1000 / 10);
  JitCompiler jit;
  if (fake_libcuda.jit.empty() || library == nullptr ||
      !find(library, "__nvJitLinkCreate_" + release, jit.create) ||
      !find(library, "__nvJitLinkAddData_" + release, jit.add) ||
      !find(library, "__nvJitLinkComplete_" + release, jit.complete) ||
      !find(library, "__nvJitLinkGetErrorLogSize_" + release, jit.log_size) ||
      !find(library, "__nvJitLinkGetErrorLog_" + release, jit.log))
    return {kNoJitCompiler, 0, ""};
  const std::string arch =
      "-arch=sm_" + std::to_string(fake_libcuda.cc) + (ptx.exact ? "a" : "");
  const char* options[] = {arch.c_str()};
  const std::string text = ptx.bytes.c_str();  // to its first NUL
  constexpr int kPtx = 2;
  void* handle = nullptr;
  LoadedImage out;
  if (jit.create(&handle, 1, options) != 0) return {kInvalidPtx, 0, ""};
  if (jit.add(handle, kPtx, text.c_str(), text.size() + 1, "ptx") != 0 ||
      jit.complete(handle) != 0) {
    std::size_t size = 0;
    if (jit.log_size(handle, &size) == 0) {
      out.said.resize(size);
      jit.log(handle, out.said.data());
      out.said = out.said.c_str();
    }
    const bool version =
        out.said.find("Unsupported .version") != std::string::npos;
    out.code = version ? kUnsupportedPtx : kInvalidPtx;
    return out;
  }
  for (std::size_t i = text.find(".entry"); i != std::string::npos;
       i = text.find(".entry", i + 1))
    ++out.kernels;
  return out;
}

bool runs(const Entry& cubin, int cc) {
  if (cubin.exact) return cubin.arch == cc;
  return cubin.arch / 10 == cc / 10 && cubin.arch <= cc;
}

const Entry* best(const std::vector<Entry>& entries, std::uint16_t kind,
                  int cc) {
  const Entry* out = nullptr;
  for (const Entry& entry : entries) {
    if (entry.kind != kind) continue;
    const bool fits = kind == 2     ? runs(entry, cc)
                      : entry.exact ? entry.arch == cc
                                    : entry.arch <= cc;
    if (fits && (out == nullptr || entry.arch > out->arch)) out = &entry;
  }
  return out;
}

std::vector<Entry> entries_of(const char* bytes, bool& good) {
  std::vector<Entry> out;
  good = true;
  switch (at<std::uint32_t>(bytes, 0)) {
    case kFatbin:
      good = read_fatbin(bytes, out);
      break;
    case kElf: {
      // Its bytes stay where they are: only the fatbin says how many.
      Entry entry;
      entry.kind = 2;
      entry.arch = cubin_arch(bytes);
      out.push_back(std::move(entry));
      break;
    }
    default: {
      Entry entry;
      entry.kind = 1;
      entry.bytes = bytes;
      const std::size_t target = entry.bytes.find(".target sm_");
      good = target != std::string::npos;
      if (!good) break;
      entry.arch = std::atoi(entry.bytes.c_str() + target + 11);
      const std::size_t end =
          entry.bytes.find_first_not_of("0123456789", target + 11);
      entry.exact = end != std::string::npos && entry.bytes[end] == 'a';
      out.push_back(std::move(entry));
    }
  }
  return out;
}

}  // namespace

LoadedImage load_image(const void* image, const FakeDriver& fake_libcuda) {
  const char* const bytes = static_cast<const char*>(image);
  bool good = false;
  const std::vector<Entry> entries = entries_of(bytes, good);
  if (!good) return {kInvalidImage, 0, ""};
  for (const Entry& entry : entries)
    if (entry.zstd && fake_libcuda.cuda < kZstdSince)
      return {kInvalidImage, 0, ""};
  const Entry* const cubin =
      fake_libcuda.force_jit ? nullptr : best(entries, 2, fake_libcuda.cc);
  if (cubin != nullptr)
    return load_cubin(cubin->bytes.empty() ? bytes : cubin->bytes.data());
  const Entry* const ptx =
      fake_libcuda.disable_jit ? nullptr : best(entries, 1, fake_libcuda.cc);
  if (ptx != nullptr) return compile(*ptx, fake_libcuda);
  return {kNoBinary, 0, ""};
}
