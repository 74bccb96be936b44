#include "containers/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bytes/little_endian.h"
#include "support/zip_writer.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using testing::zip_file;
using testing::ZipPart;

/// A zip file in memory with its reader.
struct Opened {
  explicit Opened(const std::string& bytes)
      : source(ByteSource::from_memory({std::as_bytes(std::span(bytes)).begin(),
                                        std::as_bytes(std::span(bytes)).end()},
                                       "x.whl")),
        zip(ZipReader::open(source)) {}
  ByteSource source;
  Result<ZipReader> zip;
};

std::string error_of(const std::string& bytes) {
  Opened opened(bytes);
  return opened.zip ? "none" : opened.zip.error().message;
}

/// The member's bytes, or the error's message.
std::string unpacked(const std::string& bytes, std::size_t index) {
  Opened opened(bytes);
  if (!opened.zip) return opened.zip.error().message;
  std::string out;
  const auto done =
      opened.zip->unpack(index, [&](std::span<const std::byte> piece) {
        out += as_text(piece);
        return true;
      });
  return done ? out : done.error().message;
}

TEST(Zip, MembersAreReadInTheOrderOfTheDirectory) {
  const std::string bytes = zip_file({
      {"b.so", "second"},
      {"a.so", "first" }
  });
  Opened opened(bytes);
  ASSERT_TRUE(opened.zip) << opened.zip.error().message;
  ASSERT_EQ(opened.zip->members().size(), 2u);
  EXPECT_EQ(opened.zip->members()[0].name, "b.so");
  EXPECT_EQ(opened.zip->members()[1].size, 5u);
  EXPECT_EQ(bytes.substr(opened.zip->members()[1].offset, 5), "first");
  EXPECT_EQ(unpacked(bytes, 0), "second");
  EXPECT_EQ(unpacked(bytes, 1), "first");
}

TEST(Zip, ReadingEndsWhereNoMoreIsWanted) {
  Opened opened(zip_file({
      {"a", std::string(200'000, 'x')}
  }));
  ASSERT_TRUE(opened.zip);
  std::vector<std::size_t> pieces;
  const auto done =
      opened.zip->unpack(0, [&](std::span<const std::byte> piece) {
        pieces.push_back(piece.size());
        return pieces.size() < 2;
      });
  EXPECT_TRUE(done);
  EXPECT_EQ(pieces, (std::vector<std::size_t>{65536, 65536}));
}

// PyPI's rules of 2025: what one reader takes for one archive, and another for
// another.
TEST(Zip, TwoMeanings) {
  EXPECT_THAT(error_of(zip_file({
                  {"a", "1"},
                  {"a", "2"}
  })),
              HasSubstr("two members of the zip file are named 'a'"));
  EXPECT_THAT(error_of(zip_file({
                  {"a", "1", "b"}
  })),
              HasSubstr("'a' is named 'b' by its own header"));
  EXPECT_THAT(error_of(zip_file(
                  {
                      {"a", "1"}
  },
                  "more")),
              HasSubstr("4 bytes follow"));
  EXPECT_THAT(error_of(zip_file({
                                    {"a", "1"}
  })
                           .substr(0, 60)),
              HasSubstr("no end record"));
  EXPECT_THAT(error_of("PK\x03\x04"), HasSubstr("no end record"));
}

TEST(Zip, MembersThatOverlap) {
  std::string bytes = zip_file({
      {"a", "12345678"},
      {"b", "12345678"}
  });
  // The first member's packed size, in both of its headers.
  for (const char* magic : {"PK\x03\x04", "PK\x01\x02"}) {
    const std::size_t at = bytes.find(std::string(magic, 4));
    const std::size_t sizes = at + (magic[2] == 3 ? 18 : 20);
    bytes[sizes] = bytes[sizes + 4] = 9;
  }
  EXPECT_THAT(error_of(bytes), HasSubstr("'a' and 'b' overlap"));
}

TEST(Zip, MembersThatAreNotWhatTheyClaim) {
  EXPECT_THAT(unpacked(zip_file({
                           {"a", "text", "", 0, 0, 0, 1}
  }),
                       0),
              HasSubstr("does not have the CRC that it claims (00000001)"));
  EXPECT_THAT(unpacked(zip_file({
                           {"a", "text", "", 0, 1}
  }),
                       0),
              HasSubstr("is encrypted"));
  EXPECT_THAT(unpacked(zip_file({
                           {"a", "text", "", 14}
  }),
                       0),
              HasSubstr("packed by method 14"));
  EXPECT_THAT(unpacked(zip_file({
                           {"a", "text", "", 8, 0, 9}
  }),
                       0),
              HasSubstr("ends after 0 of 9 bytes"));
  EXPECT_THAT(unpacked(zip_file({
                           {"a", "text", "", 8, 0, 4'000'000'000}
  }),
                       0),
              HasSubstr("claims 4000000000 bytes of 4, more than 256 times"));
}

TEST(Zip, EveryCutIsAnError) {
  const std::string whole = zip_file({
      {"a.so", "12345678"},
      {"b",    "x"       }
  });
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_NE(error_of(whole.substr(0, n)), "none") << n;
}

}  // namespace
}  // namespace cudacompat
