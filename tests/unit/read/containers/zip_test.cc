// SPDX-License-Identifier: Apache-2.0
#include "read/containers/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "base/bytes/little_endian.h"
#include "support/zip_writer.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using testing::put_number;
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
  const std::string bytes = zip_file({{"b.so", "second"}, {"a.so", "first"}});
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
  Opened opened(zip_file({{"a", std::string(200'000, 'x')}}));
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
  EXPECT_THAT(error_of(zip_file({{"a", "1"}, {"a", "2"}})),
              HasSubstr("two members of the zip file are named 'a'"));
  EXPECT_THAT(error_of(zip_file({{"a", "1", "b"}})),
              HasSubstr("'a' is named 'b' by its own header"));
  EXPECT_THAT(error_of(zip_file({{"a", "1"}}, "more")),
              HasSubstr("4 bytes follow"));
  EXPECT_THAT(error_of(zip_file({{"a", "1"}}).substr(0, 60)),
              HasSubstr("no end record"));
  EXPECT_THAT(error_of("PK\x03\x04"), HasSubstr("no end record"));
}

TEST(Zip, BytesOfNoMember) {
  const std::string whole = zip_file({{"a", "1"}, {"b", "2"}});
  EXPECT_EQ(error_of(whole), "none");
  EXPECT_THAT(error_of("#!/bin/sh\n" + whole),
              HasSubstr("end at offset 168; it ends after 2 at offset 158"));
  // One member by its count, which Python does not read.
  const std::size_t end = whole.rfind("PK\x05\x06");
  std::string fewer = whole;
  fewer[end + 8] = fewer[end + 10] = 1;
  EXPECT_THAT(error_of(fewer), HasSubstr("should have 1 members"));
  std::string gap = whole;
  gap.insert(end, "xx");
  EXPECT_THAT(error_of(gap), HasSubstr("directory"));
  EXPECT_THAT(error_of(zip_file({{std::string("a\0.txt", 6), "1"}})),
              HasSubstr("null byte"));
}

/// The bytes of a zip64 end record, which is at `record`, and of its locator.
std::string zip64_end(std::uint64_t members, std::uint64_t size,
                      std::uint64_t directory, std::uint64_t record) {
  std::string out = "PK\x06\x06";
  put_number(out, 44, 8);
  put_number(out, 0x2d002d, 4);
  put_number(out, 0, 8);  // disks
  for (const auto value : {members, members, size, directory})
    put_number(out, value, 8);
  out += std::string("PK\x06\x07\0\0\0\0", 8);
  put_number(out, record, 8);
  put_number(out, 1, 4);
  return out;
}

TEST(Zip, Zip64EndRecord) {
  const std::string whole = zip_file({{"a", "1"}, {"b", "2"}});
  const std::size_t end = whole.rfind("PK\x05\x06");
  const std::size_t directory = whole.find("PK\x01\x02");
  const auto record = zip64_end(2, end - directory, directory, end);
  std::string good = whole;
  good.insert(end, record);
  // What the plain end record has no room for.
  for (std::size_t i = 8; i < 20; ++i)
    good[end + record.size() + i] = static_cast<char>(0xff);
  EXPECT_EQ(error_of(good), "none");
  EXPECT_EQ(unpacked(good, 1), "2");
  // In the comment, where minizip finds it and Python does not: it tells of a
  // directory of the first member alone.
  const std::string first = whole.substr(directory, (end - directory) / 2);
  const std::size_t at = whole.size();
  const std::string comment =
      first + zip64_end(1, first.size(), at, at + first.size());
  std::string other = whole.substr(0, at - 2);
  put_number(other, comment.size(), 2);
  EXPECT_THAT(error_of(other + comment),
              HasSubstr("is not right before its end record"));
}

TEST(Zip, ExtraFields) {
  const std::string bytes =
      zip_file({{"a", "first", "", 0, 0, 0, 0, std::string("UT\x01\0x", 5)},
                {"b", "second", "", 0, 0, 0, 0, std::string("UT\x01\0y", 5)}});
  EXPECT_EQ(unpacked(bytes, 1), "second");
}

TEST(Zip, MembersThatOverlap) {
  std::string bytes = zip_file({{"a", "12345678"}, {"b", "12345678"}});
  // The first member's packed size, in both of its headers.
  for (const char* magic : {"PK\x03\x04", "PK\x01\x02"}) {
    const std::size_t at = bytes.find(std::string(magic, 4));
    const std::size_t sizes = at + (magic[2] == 3 ? 18 : 20);
    bytes[sizes] = bytes[sizes + 4] = 9;
  }
  EXPECT_THAT(error_of(bytes), HasSubstr("'a' and 'b' overlap"));
}

TEST(Zip, MembersThatAreNotWhatTheyClaim) {
  EXPECT_THAT(unpacked(zip_file({{"a", "text", "", 0, 0, 0, 1}}), 0),
              HasSubstr("does not have the CRC that it claims (00000001)"));
  EXPECT_THAT(unpacked(zip_file({{"a", "text", "", 0, 1}}), 0),
              HasSubstr("is encrypted"));
  EXPECT_THAT(unpacked(zip_file({{"a", "text", "", 14}}), 0),
              HasSubstr("packed by method 14"));
  EXPECT_THAT(unpacked(zip_file({{"a", "text", "", 8, 0, 9}}), 0),
              HasSubstr("ends after 0 of 9 bytes"));
}

/// Raw deflate, as zip has it.
std::string deflated(const std::string& bytes) {
  z_stream z = {};
  EXPECT_EQ(deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::string in = bytes, out(deflateBound(&z, in.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(in.data());
  z.avail_in = static_cast<uInt>(in.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

TEST(Zip, AMemberPackedTooWellIsReadAsFarAsItMayBe) {
  const std::string packed = deflated(std::string(2u << 20, '\0'));
  ASSERT_LT(packed.size(), 4000u);
  const std::string bytes = zip_file({{"a", packed, "", 8, 0, 2u << 20}});
  EXPECT_THAT(unpacked(bytes, 0), HasSubstr("to more than 256 times that"));
  // Data whose first piece tells that it is not wanted are no fault.
  Opened opened(bytes);
  ASSERT_TRUE(opened.zip);
  EXPECT_TRUE(
      opened.zip->unpack(0, [](std::span<const std::byte>) { return false; }));
}

TEST(Zip, EveryCutIsAnError) {
  const std::string whole = zip_file({{"a.so", "12345678"}, {"b", "x"}});
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_NE(error_of(whole.substr(0, n)), "none") << n;
}

}  // namespace
}  // namespace cudacompat
