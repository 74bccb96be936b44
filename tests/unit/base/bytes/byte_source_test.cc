// SPDX-License-Identifier: Apache-2.0
#include "base/bytes/byte_source.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/bytes/little_endian.h"
#include "base/text/printable.h"
#include "support/byte_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using ::testing::HasSubstr;
using testing::to_bytes;

class ByteSourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("bytes" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const Bytes& bytes) {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path;
  }

  std::filesystem::path folder_;
};

/// Bytes of which each tells its offset.
Bytes pluralized(std::size_t n) {
  Bytes bytes(n);
  for (std::size_t i = 0; i < n; ++i) {
    bytes[i] = static_cast<std::byte>((i ^ (i >> 8) ^ (i >> 16)) & 0xff);
  }
  return bytes;
}

TEST_F(ByteSourceTest, WindowsOfAFileAreItsBytes) {
  for (const std::size_t size : {100u, 300u << 10, 3u << 20}) {
    const Bytes bytes = pluralized(size);
    auto source = ByteSource::open(write("f", bytes));
    ASSERT_TRUE(source);
    EXPECT_EQ(source->size(), size);
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 10, size}) {
      const std::size_t n = std::min<std::size_t>(10, size - at);
      const auto window = source->window(at, n, "part");
      ASSERT_TRUE(window);
      EXPECT_TRUE(std::equal(window->begin(), window->end(),
                             bytes.begin() + static_cast<std::ptrdiff_t>(at)))
          << size << " at " << at;
    }
  }
}

TEST_F(ByteSourceTest, AWindowThatLeavesTheFileNamesBothNumbers) {
  auto source = ByteSource::open(write("f", pluralized(100)));
  const auto past = source->window(90, 11, "table");
  ASSERT_FALSE(past);
  EXPECT_THAT(past.error().message,
              AllOf(HasSubstr("table needs 11 bytes at offset 90"),
                    HasSubstr("the file has 100")));
  EXPECT_EQ(past.error().offset, 90u);
  EXPECT_FALSE(source->window(101, 0, "table"));
  EXPECT_FALSE(source->window(50, ~std::uint64_t{0} - 10, "table"));
  EXPECT_FALSE(source->window(~std::uint64_t{0}, 2, "table"));
  EXPECT_TRUE(source->window(100, 0, "table"));
}

TEST_F(ByteSourceTest, AWindowOverTheLimitIsRefusedBeforeItIsRead) {
  auto source = ByteSource::open(write("f", pluralized(2u << 20)));
  EXPECT_TRUE(source->window(0, ByteSource::kMaxWindow, "image"));
  const auto over = source->window(0, ByteSource::kMaxWindow + 1, "image");
  ASSERT_FALSE(over);
  EXPECT_THAT(over.error().message,
              AllOf(HasSubstr("1048577"), HasSubstr("1048576")));
}

TEST_F(ByteSourceTest, AWindowUpToIsCutAtTheEndOfTheFile) {
  auto source = ByteSource::open(write("f", pluralized(400u << 10)));
  EXPECT_EQ(source->window_up_to((400u << 10) - 3, 10, "tail")->size(), 3u);
  EXPECT_EQ(source->window_up_to(0, 10, "head")->size(), 10u);
  EXPECT_EQ(source->window_up_to(400u << 10, 10, "end")->size(), 0u);
  EXPECT_FALSE(source->window_up_to((400u << 10) + 1, 10, "past"));
}

TEST_F(ByteSourceTest, ReadCopiesWithoutTouchingTheWindow) {
  const Bytes bytes = pluralized(400u << 10);
  auto source = ByteSource::open(write("f", bytes));
  const auto window = source->window(1000, 16, "window");
  const Bytes before(window->begin(), window->end());
  Bytes out(300u << 10);
  ASSERT_TRUE(source->read(50u << 10, out, "copy"));
  EXPECT_TRUE(std::equal(out.begin(), out.end(), bytes.begin() + (50 << 10)));
  EXPECT_EQ(Bytes(window->begin(), window->end()), before);
  const auto past = source->read(150u << 10, out, "copy");
  ASSERT_FALSE(past);
  EXPECT_THAT(past.error().message, HasSubstr("the file has 409600"));
}

TEST_F(ByteSourceTest, MemoryBehavesAsAFile) {
  const Bytes bytes = pluralized(1000);
  ByteSource copy = ByteSource::from_memory(bytes, "copy");
  ByteSource view = ByteSource::from_view(bytes, "view");
  for (ByteSource* source : {&copy, &view}) {
    EXPECT_EQ(source->size(), 1000u);
    EXPECT_EQ((*source->window(500, 1, "byte"))[0], bytes[500]);
    EXPECT_FALSE(source->window(990, 11, "bytes"));
    EXPECT_TRUE(source->unchanged());
  }
  EXPECT_EQ(copy.name(), "copy");
}

TEST_F(ByteSourceTest, SaysWhyAPathCannotBeOpened) {
  const auto missing = ByteSource::open(folder_ / "none");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("No such file"));
  const auto directory = ByteSource::open(folder_);
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().message, HasSubstr("not a regular file"));
}

TEST_F(ByteSourceTest, APipeWithoutAWriterDoesNotHang) {
  const std::string path = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto pipe = ByteSource::open(path);
  ASSERT_FALSE(pipe);
  EXPECT_THAT(pipe.error().message, HasSubstr("standard input"));
}

TEST_F(ByteSourceTest, NoticesThatTheFileChanged) {
  const std::string path = write("f", pluralized(100));
  auto source = ByteSource::open(path);
  EXPECT_TRUE(source->unchanged());
  const auto time = std::filesystem::last_write_time(path);
  std::ofstream(path, std::ios::app) << "more";
  std::filesystem::last_write_time(path, time);
  const auto changed = source->unchanged();
  ASSERT_FALSE(changed);
  EXPECT_THAT(changed.error().message,
              AllOf(HasSubstr("100 bytes"), HasSubstr("104 now")));
}

TEST_F(ByteSourceTest, NoticesNewBytesOfTheSameNumber) {
  const std::string path = write("f", pluralized(100));
  auto source = ByteSource::open(path);
  std::filesystem::last_write_time(
      path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
  EXPECT_FALSE(source->unchanged());
}

TEST_F(ByteSourceTest, AFileCutWhileItIsReadIsAnErrorAndNoCrash) {
  const std::string path = write("f", pluralized(2u << 20));
  auto source = ByteSource::open(path);
  ASSERT_EQ(::truncate(path.c_str(), 1000), 0);
  const auto window = source->window(1u << 20, 512, "entry");
  ASSERT_FALSE(window);
  EXPECT_THAT(window.error().message, HasSubstr("the file was cut"));
}

class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : saved_(::dup(0)) {
    const int fd = ::open(path.c_str(), O_RDONLY);
    ::dup2(fd, 0);
    ::close(fd);
  }
  ~StandardInput() {
    ::dup2(saved_, 0);
    ::close(saved_);
  }

 private:
  int saved_;
};

TEST_F(ByteSourceTest, StandardInputIsReadToItsEndWhateverItsSize) {
  for (const std::size_t size : {0u, 100u, 4u << 20, (9u << 20) + 7}) {
    const Bytes bytes = pluralized(size);
    const StandardInput input(write("in", bytes));
    auto source = ByteSource::open("-");
    ASSERT_TRUE(source);
    ASSERT_EQ(source->size(), size);
    Bytes all(size);
    ASSERT_TRUE(source->read(0, all, "all"));
    EXPECT_EQ(all, bytes);
  }
}

TEST(LittleEndianTest, ReadsEachWidthAndRemembersAReadPastTheEnd) {
  const Bytes bytes = to_bytes("\x01\x02\x03\x04\x05\x06\x07\x08");
  LittleEndian in(bytes);
  EXPECT_EQ(in.u8(7), 0x08);
  EXPECT_EQ(in.u16(1), 0x0302);
  EXPECT_EQ(in.u32(4), 0x08070605u);
  EXPECT_EQ(in.u64(0), 0x0807060504030201u);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.u32(5), 0u);
  EXPECT_FALSE(in.ok());
  LittleEndian far(bytes);
  EXPECT_EQ(far.u64(~std::size_t{0} - 2), 0u);
  EXPECT_FALSE(far.ok());
}

TEST(LittleEndianTest, TextEndsAtANulOrTheEnd) {
  const Bytes bytes = to_bytes(std::string_view("ab\0cd", 5));
  EXPECT_EQ(c_string_at(bytes, 0), "ab");
  EXPECT_EQ(c_string_at(bytes, 3), "cd");
  EXPECT_EQ(c_string_at(bytes, 5), "");
  EXPECT_EQ(c_string_at(bytes, ~std::uint64_t{0}), "");
}

}  // namespace
}  // namespace cudacompat
