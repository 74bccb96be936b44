// SPDX-License-Identifier: Apache-2.0
#include "read/containers/zip_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <minizip/unzip.h>

#include "base/bytes/little_endian.h"
#include "read/containers/zip.h"
#include "support/zip_writer.h"

namespace cudacompat {
namespace {

using testing::zip_file;

ByteSource source_of(const std::string& bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  return ByteSource::from_memory({all.begin(), all.end()}, "x.whl");
}

/// Tests run at the same time: a file for each.
std::string scratch() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + "zip_copy_test-" + test->name() + ".whl";
}

using Fields = std::pair<std::string, std::string>;

/// The extra fields of the copy's first member, in the directory and in its own
/// header. "none" where no copy can be made.
Fields copied_extra(const std::string& extra) {
  auto original = source_of(zip_file({{"a", "text", "", 0, 0, 0, 0, extra}}));
  const std::string path = scratch();
  if (!copy_zip(original, path, {})) return {"none", "none"};
  unzFile copy = unzOpen64(path.c_str());
  unz_file_info64 info = {};
  std::string central(100, '\0'), local(100, '\0');
  unzGetCurrentFileInfo64(copy, &info, nullptr, 0, central.data(), 100, nullptr,
                          0);
  central.resize(info.size_file_extra);
  unzOpenCurrentFile(copy);
  local.resize(static_cast<std::size_t>(
      std::max(0, unzGetLocalExtrafield(copy, local.data(), 100))));
  unzClose(copy);
  return {central, local};
}

TEST(ZipCopy, ExtraFieldsAreKeptButForZip64s) {
  const std::string time("UT\x05\0\x01....", 9), owner("ux\x01\0.", 5);
  EXPECT_EQ(copied_extra(""), Fields("", ""));
  EXPECT_EQ(copied_extra(time + owner), Fields(time + owner, time + owner));
  const std::string zip64 = std::string("\x01\0\x10\0", 4) + "0123456789abcdef";
  EXPECT_EQ(copied_extra(time + owner + zip64),
            Fields(time + owner, time + owner));
}

// minizip's own function writes past its buffer here.
TEST(ZipCopy, AnExtraFieldThatIsCutShort) {
  const std::string cut("UT\x10\0....", 8);
  EXPECT_EQ(copied_extra(cut), Fields(cut, cut));
}

TEST(ZipCopy, NewBytes) {
  auto original = source_of(zip_file({{"a", "1"}, {"b", "2"}}));
  auto more = source_of("second");
  const std::string path = scratch();
  ASSERT_TRUE(copy_zip(original, path, {{"b", &more}}));
  auto copy = ByteSource::open(path);
  ASSERT_TRUE(copy);
  auto zip = ZipReader::open(*copy);
  ASSERT_TRUE(zip) << zip.error().message;
  std::string found;
  for (std::size_t i = 0; i < zip->members().size(); ++i) {
    found += zip->members()[i].name + ": ";
    EXPECT_TRUE(zip->unpack(i, [&](std::span<const std::byte> piece) {
      found += as_text(piece);
      return true;
    }));
    found += '\n';
  }
  EXPECT_EQ(found, "a: 1\nb: second\n");
}

TEST(ZipCopy, AFileThatCannotBeWritten) {
  auto original = source_of(zip_file({{"a", std::string(100'000, 'x')}}));
  const auto done = copy_zip(original, "/dev/full", {});
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message,
              ::testing::HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace cudacompat
