// SPDX-License-Identifier: Apache-2.0
#include "support/fatbin_writer.h"

#include <lz4.h>
#include <zstd.h>

#include <stdexcept>

#include "support/cubin_writer.h"

namespace cudacompat::testing {
namespace {

constexpr std::uint32_t kFixedHeader = 64;

struct ParsedArch {
  std::uint32_t number;
  std::uint64_t flags;
};

ParsedArch parse(std::string_view arch) {
  ParsedArch parsed{};
  parsed.number = static_cast<std::uint32_t>(std::stoul(std::string(arch)));
  if (arch.back() == 'a') parsed.flags = kFlagExact;
  if (arch.back() == 'f') parsed.flags = kFlagFamily;
  return parsed;
}

std::uint64_t codec_flag(Codec codec) {
  if (codec == Codec::lz4) return kFlagLz4;
  return codec == Codec::zstd ? kFlagZstd : 0;
}

/// u32 offset of the text in the entry, u32 n, the text padded to 8, 8 zeros.
Bytes options_header(std::uint32_t at, const std::string& options) {
  ByteWriter out;
  out.u32(at + 8).u32(options.size()).text(options).align(8).zeros(8);
  return out.take();
}

void write_entry(ByteWriter& out, const FatbinEntry& e, const Bytes& extra) {
  const bool packed = e.codec != Codec::none;
  Bytes stored = e.stored ? *e.stored : pack(e.payload, e.codec);
  const std::size_t stored_size = stored.size();
  stored.resize((stored.size() + 7) / 8 * 8);
  const std::size_t header = kFixedHeader + extra.size();
  out.u16(e.kind).u16(e.version);
  out.u32(e.header_size.value_or(static_cast<std::uint32_t>(header)));
  out.u64(e.size.value_or(stored.size()));
  out.u32(
      e.csize.value_or(packed ? static_cast<std::uint32_t>(stored_size) : 0u));
  out.u32(e.ext_offset.value_or(extra.empty() ? 0 : kFixedHeader));
  out.u16(e.minor).u16(e.major).u32(e.arch).u32(0).u32(0);
  out.u64(e.flags_exactly.value_or(e.flags | codec_flag(e.codec))).u64(0);
  out.u64(e.usize.value_or(packed ? e.payload.size() : 0));
  out.bytes(extra).bytes(stored);
}

}  // namespace

Bytes pack(const Bytes& bytes, Codec codec) {
  if (codec == Codec::none) return bytes;
  if (codec == Codec::zstd) {
    Bytes out(ZSTD_compressBound(bytes.size()));
    const std::size_t n =
        ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
    if (ZSTD_isError(n) != 0) throw std::runtime_error(ZSTD_getErrorName(n));
    out.resize(n);
    return out;
  }
  const int size = static_cast<int>(bytes.size());
  Bytes out(static_cast<std::size_t>(LZ4_compressBound(size)));
  const int n = LZ4_compress_default(
      reinterpret_cast<const char*>(bytes.data()),
      reinterpret_cast<char*>(out.data()), size, static_cast<int>(out.size()));
  out.resize(static_cast<std::size_t>(n));
  return out;
}

FatbinEntry entry(std::uint16_t kind, std::string_view arch, Bytes payload,
                  Codec codec) {
  const ParsedArch parsed = parse(arch);
  FatbinEntry e;
  e.kind = kind;
  e.arch = parsed.number;
  e.flags |= parsed.flags;
  e.payload = std::move(payload);
  e.codec = codec;
  return e;
}

FatbinEntry sass(std::string_view arch, Codec codec) {
  return entry(kElf, arch, write_cubin(arch), codec);
}

FatbinEntry ptx(std::string_view arch, std::string_view isa, Codec codec) {
  FatbinEntry e = entry(kPtx, arch, to_bytes(ptx_text(arch, isa)), codec);
  const std::string text(isa);
  e.major = static_cast<std::uint16_t>(std::stoul(text));
  e.minor =
      static_cast<std::uint16_t>(std::stoul(text.substr(text.find('.') + 1)));
  e.options = "";
  return e;
}

FatbinEntry lto_ir(std::string_view arch, Codec codec) {
  FatbinEntry e =
      entry(kNvvm, arch, to_bytes("BC\xc0\xde made-up LTO IR"), codec);
  e.flags |= kFlagNvvm;
  e.options = "";
  return e;
}

FatbinEntry concat(const std::vector<FatbinEntry>& images, Codec codec) {
  FatbinEntry e = entry(kConcat, "0", {}, codec);
  e.major = 0;
  e.minor = 1;
  ByteWriter payload;
  ByteWriter records;
  for (const FatbinEntry& image : images) {
    const bool has_options = image.options.has_value();
    records.u16(image.kind).u16(image.version).u32(payload.size());
    records.u64((image.payload.size() + 7) / 8 * 8).u32(0);
    records.u32(has_options ? kFixedHeader : 0);
    records.u16(image.minor).u16(image.major).u32(image.arch).u32(0).u32(0);
    records.u64(image.flags).u64(0).u64(0);
    if (has_options) {
      records.bytes(options_header(kFixedHeader, *image.options));
    }
    payload.bytes(image.payload).align(8);
  }
  ByteWriter table;
  table.u32(images.size()).u32(8 + records.size()).bytes(records.take());
  const Bytes bytes = table.take();
  e.payload = payload.take();
  e.options =
      std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return e;
}

Bytes write_fatbin(const FatbinSpec& spec) {
  ByteWriter entries;
  for (const FatbinEntry& e : spec.entries) {
    Bytes extra;
    if (e.options) {
      extra = e.kind == kConcat ? to_bytes(*e.options)
                                : options_header(kFixedHeader, *e.options);
    }
    write_entry(entries, e, extra);
  }
  ByteWriter out;
  out.u32(spec.magic).u16(spec.version).u16(spec.header_size);
  out.u64(spec.payload_size.value_or(entries.size())).bytes(entries.take());
  return out.take();
}

Bytes write_fatbin(const std::vector<FatbinEntry>& entries) {
  FatbinSpec spec;
  spec.entries = entries;
  return write_fatbin(spec);
}

}  // namespace cudacompat::testing
