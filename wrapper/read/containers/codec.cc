// SPDX-License-Identifier: Apache-2.0
#include "read/containers/codec.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <climits>

namespace cudacompat {
namespace {

// 2 MiB is the largest window seen; 8 MiB is what zstd itself recommends to
// support, and what an unpacker must be ready to allocate.
constexpr int kWindowLog = 23;
constexpr std::uint64_t kAlwaysAllowed = 1u << 20;
constexpr std::uint64_t kReadStep = 128u << 10;

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

struct Decoder::Impl {
  std::unique_ptr<ZSTD_DCtx, FreeContext> zstd;
  std::vector<std::byte> packed;
  std::vector<std::byte> unpacked;

  Result<void> open_zstd(const Region& from);
  Result<void> check_frame(const Region& from, std::uint64_t claimed);
  Result<void> unpack_zstd(const Region& from, std::uint64_t claimed);
  Result<void> unpack_zstd_prefix(const Region& from, std::uint64_t claimed);
  Result<void> unpack_lz4(const Region& from, std::uint64_t claimed,
                          bool whole);
  Result<void> copy(const Region& from, std::span<std::byte> out) {
    return from.source().read(from.base(), out, "compressed image");
  }
};

Decoder::Decoder() : impl_(std::make_unique<Impl>()) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

Result<void> Decoder::Impl::open_zstd(const Region& from) {
  if (!zstd) {
    zstd.reset(ZSTD_createDCtx());
    if (!zstd) return fail(from.base(), "no memory to unpack zstd");
    ZSTD_DCtx_setParameter(zstd.get(), ZSTD_d_windowLogMax, kWindowLog);
  }
  ZSTD_DCtx_reset(zstd.get(), ZSTD_reset_session_only);
  return {};
}

/// Fails where the frame's own header says another size than the entry.
Result<void> Decoder::Impl::check_frame(const Region& from,
                                        std::uint64_t claimed) {
  const unsigned long long content =
      ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (content == ZSTD_CONTENTSIZE_ERROR) {
    return fail(from.base(), "payload is not a zstd frame, as its entry says");
  }
  if (content != ZSTD_CONTENTSIZE_UNKNOWN && content != claimed) {
    return fail(from.base(), "zstd frame holds {} bytes, its entry says {}",
                content, claimed);
  }
  return {};
}

// `unpacked` has the size that is wanted; these fill it.

Result<void> Decoder::Impl::unpack_zstd(const Region& from,
                                        std::uint64_t claimed) {
  packed.resize(static_cast<std::size_t>(from.size()));
  if (auto read = copy(from, packed); !read) return read;
  if (auto good = check_frame(from, claimed); !good) return good;
  const std::size_t got =
      ZSTD_decompressDCtx(zstd.get(), unpacked.data(), unpacked.size(),
                          packed.data(), packed.size());
  if (ZSTD_isError(got)) {
    return fail(from.base(),
                "zstd payload of {} bytes cannot be unpacked to "
                "the {} its entry says: {}",
                from.size(), claimed, ZSTD_getErrorName(got));
  }
  if (got != claimed) {
    return fail(from.base(),
                "zstd payload of {} bytes unpacks to {}, its "
                "entry says {}",
                from.size(), got, claimed);
  }
  return {};
}

Result<void> Decoder::Impl::unpack_zstd_prefix(const Region& from,
                                               std::uint64_t claimed) {
  ZSTD_outBuffer out{unpacked.data(), unpacked.size(), 0};
  std::size_t need = 1;  // 0: the frame has ended
  std::uint64_t at = 0;
  while (need != 0 && out.pos < out.size) {
    const std::uint64_t step =
        at > 0 ? kReadStep : std::max<std::uint64_t>(unpacked.size(), 4096);
    const std::uint64_t n = std::min({kReadStep, step, from.size() - at});
    if (n == 0) break;
    packed.resize(static_cast<std::size_t>(n));
    auto part = from.slice(at, n, "compressed image");
    if (!part) return tl::unexpected(part.error());
    if (auto read = copy(*part, packed); !read) return read;
    if (at == 0) {
      if (auto good = check_frame(from, claimed); !good) return good;
    }
    at += n;
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    while (in.pos < in.size && need != 0 && out.pos < out.size) {
      need = ZSTD_decompressStream(zstd.get(), &out, &in);
      if (ZSTD_isError(need)) {
        return fail(from.base(), "zstd payload is damaged: {}",
                    ZSTD_getErrorName(need));
      }
    }
  }
  if (out.pos < out.size) {
    return fail(from.base(),
                "zstd payload of {} bytes unpacks to {}, its "
                "entry says {}",
                from.size(), out.pos, claimed);
  }
  return {};
}

Result<void> Decoder::Impl::unpack_lz4(const Region& from,
                                       std::uint64_t claimed, bool whole) {
  // A prefix needs no more input than this many bytes: LZ4 stores at worst
  // 255 bytes of literals in 256.
  const std::uint64_t enough =
      whole ? from.size()
            : std::min<std::uint64_t>(from.size(), unpacked.size() * 2 + 4096);
  if (enough > LZ4_MAX_INPUT_SIZE || unpacked.size() > INT_MAX) {
    return fail(from.base(),
                "LZ4 payload of {} bytes is over LZ4's own limit "
                "of {}",
                from.size(), LZ4_MAX_INPUT_SIZE);
  }
  packed.resize(static_cast<std::size_t>(enough));
  if (auto read = copy(from, packed); !read) return read;
  const auto* in = reinterpret_cast<const char*>(packed.data());
  auto* out = reinterpret_cast<char*>(unpacked.data());
  const int in_size = static_cast<int>(packed.size());
  const int out_size = static_cast<int>(unpacked.size());
  const int got =
      whole ? LZ4_decompress_safe(in, out, in_size, out_size)
            : LZ4_decompress_safe_partial(in, out, in_size, out_size, out_size);
  if (got < 0) {
    return fail(from.base(),
                "LZ4 payload of {} bytes is damaged, or unpacks "
                "to more than the {} its entry says",
                from.size(), claimed);
  }
  if (got < out_size) {
    return fail(from.base(),
                "LZ4 payload of {} bytes unpacks to {}, its "
                "entry says {}",
                from.size(), got, claimed);
  }
  return {};
}

Result<std::span<const std::byte>> Decoder::prefix(const Region& packed,
                                                   Codec codec,
                                                   std::uint64_t unpacked_size,
                                                   std::uint64_t wanted,
                                                   const UnpackLimits& limits) {
  const bool whole = wanted >= unpacked_size;
  const std::uint64_t size = std::min(wanted, unpacked_size);
  if (size > limits.bytes) {
    return fail(packed.base(), "image claims {} bytes, over the limit of {}",
                size, limits.bytes);
  }
  if (codec != Codec::none && size > kAlwaysAllowed &&
      size / limits.ratio > packed.size()) {
    return fail(packed.base(),
                "image claims to unpack {} bytes to {}, over "
                "the limit of {} times as many",
                packed.size(), unpacked_size, limits.ratio);
  }
  if (whole && packed.size() > limits.bytes) {
    return fail(packed.base(),
                "image has {} packed bytes, over the limit of "
                "{}",
                packed.size(), limits.bytes);
  }
  impl_->unpacked.resize(static_cast<std::size_t>(size));
  Result<void> done;
  switch (codec) {
    case Codec::none: {
      auto part = packed.slice(0, size, "image");
      done = part ? impl_->copy(*part, impl_->unpacked)
                  : Result<void>(tl::unexpected(part.error()));
      break;
    }
    case Codec::lz4:
      done = impl_->unpack_lz4(packed, unpacked_size, whole);
      break;
    case Codec::zstd:
      done = impl_->open_zstd(packed);
      if (!done) break;
      done = whole ? impl_->unpack_zstd(packed, unpacked_size)
                   : impl_->unpack_zstd_prefix(packed, unpacked_size);
      break;
  }
  if (!done) return tl::unexpected(done.error());
  return std::span<const std::byte>(impl_->unpacked);
}

Result<std::span<const std::byte>> Decoder::all(const Region& packed,
                                                Codec codec,
                                                std::uint64_t unpacked_size,
                                                const UnpackLimits& limits) {
  return prefix(packed, codec, unpacked_size, unpacked_size, limits);
}

}  // namespace cudacompat
