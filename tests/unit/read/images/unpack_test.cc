// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::Codec;
using testing::concat;
using ::testing::HasSubstr;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;
using testing::write_fatbin;

TEST(UnpackTest, GivesBackEachImageOfAProduct) {
  for (const Codec codec : {Codec::none, Codec::lz4, Codec::zstd}) {
    const Bytes object = testing::write_object(
        {write_fatbin({ptx("80", "8.0", codec), sass("90a", codec)})});
    ByteSource source = ByteSource::from_memory(object, "k.o");
    const auto images = testing::scan_source(source).images();
    ASSERT_THAT(images, SizeIs(2));
    const auto text = unpack(source, images[0], 1u << 20);
    ASSERT_TRUE(text) << text.error().message;
    Bytes expected = testing::to_bytes(testing::ptx_text("80", "8.0"));
    if (codec == Codec::none) expected.resize((expected.size() + 7) / 8 * 8);
    EXPECT_EQ(*text, expected);
    EXPECT_EQ(*unpack(source, images[1], 1u << 20),
              testing::write_cubin("90a"));
  }
}

TEST(UnpackTest, GivesBackOneImageOfAConcatenatedEntry) {
  const Bytes bytes = write_fatbin({concat({sass("80"), sass("90a")})});
  ByteSource source = ByteSource::from_memory(bytes, "k.fatbin");
  const auto images = testing::scan_source(source).images();
  ASSERT_THAT(images, SizeIs(2));
  EXPECT_EQ(*unpack(source, images[0], 1u << 20), testing::write_cubin("80"));
  EXPECT_EQ(*unpack(source, images[1], 1u << 20), testing::write_cubin("90a"));
}

TEST(UnpackTest, TheCallersLimitHolds) {
  const Bytes bytes = write_fatbin({ptx("80", "8.0")});
  ByteSource source = ByteSource::from_memory(bytes, "k.fatbin");
  const Image image = testing::scan_source(source).images().at(0);
  const auto over = unpack(source, image, 10);
  ASSERT_FALSE(over);
  EXPECT_THAT(over.error().message,
              AllOf(HasSubstr(std::to_string(image.unpacked_size)),
                    HasSubstr("limit of 10")));
  EXPECT_TRUE(unpack(source, image, image.unpacked_size));
}

TEST(UnpackTest, AnImageThatIsNotInTheSourceIsAnError) {
  ByteSource source = ByteSource::from_memory(Bytes(100), "short");
  Image image;
  image.offset = 90;
  image.size = image.unpacked_size = 20;
  EXPECT_FALSE(unpack(source, image, 1u << 20));
  image.offset = ~std::uint64_t{0};
  EXPECT_FALSE(unpack(source, image, 1u << 20));
  image = {};
  image.compression = Compression::unknown;
  EXPECT_FALSE(unpack(source, image, 1u << 20));
  image = {};
  image.concatenated = true;
  image.size = image.block_size = 50;
  image.block_offset = 40;
  image.unpacked_size = 11;
  EXPECT_FALSE(unpack(source, image, 1u << 20));
}

}  // namespace
}  // namespace cudacompat
