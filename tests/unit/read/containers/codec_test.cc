// SPDX-License-Identifier: Apache-2.0
#include "read/containers/codec.h"

#include <gmock/gmock.h>
#include <zstd.h>

#include "support/fatbin_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using ::testing::HasSubstr;
using testing::to_bytes;

/// Text that packs about 8 to 1.
Bytes sample(std::size_t size) {
  Bytes bytes;
  for (std::uint32_t i = 0; bytes.size() < size; ++i) {
    const Bytes line = to_bytes("ld.param.u64 %rd" +
                                std::to_string(i * 2654435761u % 1000) + ";\n");
    bytes.insert(bytes.end(), line.begin(), line.end());
  }
  bytes.resize(size);
  return bytes;
}

Bytes to_vector(std::span<const std::byte> span) {
  return {span.begin(), span.end()};
}

class CodecTest : public ::testing::TestWithParam<Codec> {
 protected:
  Bytes pack(const Bytes& bytes) {
    return testing::pack(bytes, static_cast<testing::Codec>(GetParam()));
  }
  Result<std::span<const std::byte>> unpack(const Bytes& packed,
                                            std::uint64_t size,
                                            UnpackLimits limits = {}) {
    source_.emplace(ByteSource::from_memory(packed, "packed"));
    return decoder_.all(Region(*source_), GetParam(), size, limits);
  }
  Result<std::span<const std::byte>> prefix(const Bytes& packed,
                                            std::uint64_t size,
                                            std::uint64_t wanted) {
    source_.emplace(ByteSource::from_memory(packed, "packed"));
    return decoder_.prefix(Region(*source_), GetParam(), size, wanted, {});
  }

  std::optional<ByteSource> source_;
  Decoder decoder_;
};

INSTANTIATE_TEST_SUITE_P(, CodecTest,
                         ::testing::Values(Codec::none, Codec::lz4,
                                           Codec::zstd));

TEST_P(CodecTest, GivesBackWhatWasPackedWhateverItsSize) {
  for (const std::size_t size : {1u, 63u, 4096u, 200'000u, 3'000'000u}) {
    const Bytes bytes = sample(size);
    const auto out = unpack(pack(bytes), size);
    ASSERT_TRUE(out) << size << ": " << out.error().message;
    EXPECT_EQ(to_vector(*out), bytes);
  }
}

TEST_P(CodecTest, APrefixIsTheStartOfTheWhole) {
  const Bytes bytes = sample(500'000);
  const Bytes packed = pack(bytes);
  for (const std::size_t wanted : {1u, 64u, 4096u, 140'000u, 500'000u}) {
    const auto out = prefix(packed, bytes.size(), wanted);
    ASSERT_TRUE(out) << wanted << ": " << out.error().message;
    EXPECT_EQ(to_vector(*out), Bytes(bytes.data(), bytes.data() + wanted));
  }
  EXPECT_EQ(prefix(packed, bytes.size(), 900'000)->size(), bytes.size());
}

TEST_P(CodecTest, ASizeThatTheHeaderOverstatesIsAnErrorWithBothNumbers) {
  const Bytes bytes = sample(1000);
  const auto more = unpack(pack(bytes), 1001);
  ASSERT_FALSE(more);
  EXPECT_THAT(more.error().message,
              AllOf(HasSubstr("1000"), HasSubstr("1001")));
}

TEST_P(CodecTest, NothingIsAllocatedOverTheLimit) {
  const auto out = unpack(pack(sample(1000)), std::uint64_t{1} << 40,
                          {std::uint64_t{1} << 20, 256});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message,
              AllOf(HasSubstr("1099511627776"), HasSubstr("1048576")));
}

class PackedCodecTest : public CodecTest {};
INSTANTIATE_TEST_SUITE_P(, PackedCodecTest,
                         ::testing::Values(Codec::lz4, Codec::zstd));

TEST_P(PackedCodecTest, ASizeThatTheHeaderUnderstatesIsAnError) {
  EXPECT_FALSE(unpack(pack(sample(1000)), 999));
  EXPECT_FALSE(unpack(pack(sample(1000)), 0));
}

TEST_P(PackedCodecTest, EachTruncationIsAnError) {
  const Bytes bytes = sample(2000);
  const Bytes packed = pack(bytes);
  for (std::size_t n = 0; n < packed.size(); ++n) {
    EXPECT_FALSE(
        unpack(Bytes(packed.begin(), packed.begin() + static_cast<int>(n)),
               bytes.size()))
        << n << " of " << packed.size();
  }
}

TEST_P(PackedCodecTest, AnyFlippedByteEndsInTheRightSizeOrAnError) {
  const Bytes bytes = sample(600);
  const Bytes packed = pack(bytes);
  for (std::size_t at = 0; at < packed.size(); ++at) {
    for (const int bit : {0x01, 0x80, 0xff}) {
      Bytes damaged = packed;
      damaged[at] ^= static_cast<std::byte>(bit);
      const auto out = unpack(damaged, bytes.size());
      if (out) {
        EXPECT_EQ(out->size(), bytes.size());
      }
    }
  }
}

TEST_P(PackedCodecTest, ARatioThatNoImageHasIsRefused) {
  const Bytes zeros(8u << 20);
  const auto out = unpack(pack(zeros), zeros.size(), {1u << 30, 16});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message, HasSubstr("limit of 16 times"));
  // Small images are harmless whatever their ratio.
  EXPECT_TRUE(unpack(pack(Bytes(1u << 20)), 1u << 20, {1u << 30, 16}));
}

TEST(ZstdTest, AFrameThatSaysAnotherSizeIsNamedBeforeItIsUnpacked) {
  const Bytes packed = testing::pack(sample(1000), testing::Codec::zstd);
  ByteSource source = ByteSource::from_memory(packed, "packed");
  Decoder decoder;
  const auto out = decoder.prefix(Region(source), Codec::zstd, 5000, 64, {});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message,
              AllOf(HasSubstr("holds 1000"), HasSubstr("says 5000")));
}

TEST(ZstdTest, AWindowOverEightMebibytesIsRefused) {
  const Bytes bytes((8u << 20) + 1);  // fewer would make a smaller window do
  Bytes packed(ZSTD_compressBound(bytes.size()));
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 24);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(),
                               bytes.data(), bytes.size()));
  ZSTD_freeCCtx(context);
  ByteSource source = ByteSource::from_memory(packed, "packed");
  Decoder decoder;
  const auto out =
      decoder.prefix(Region(source), Codec::zstd, bytes.size(), 64, {});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message, HasSubstr("zstd payload is damaged"));
}

TEST(ZstdTest, WhatIsNoFrameIsSaidToBeNone) {
  ByteSource source = ByteSource::from_memory(to_bytes("not zstd at all"), "x");
  Decoder decoder;
  const auto out = decoder.all(Region(source), Codec::zstd, 100, {});
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message, HasSubstr("not a zstd frame"));
}

}  // namespace
}  // namespace cudacompat
