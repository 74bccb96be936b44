// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/rewrite.h"

#include <sys/stat.h>

#include "support/host_writer.h"
#include "unit/change/downgrade/downgrade_fixture.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;
using testing::Bytes;
using testing::Codec;
using testing::DowngradeFileTest;
using ::testing::HasSubstr;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;
using testing::write_fatbin;

TEST_F(DowngradeFileTest, EachCodecKeepsSizeLayoutAndTheOtherImages) {
  for (const Codec codec : {Codec::none, Codec::lz4}) {
    const Bytes before = testing::write_object(
        {write_fatbin({sass("80"), ptx("80", "9.5", codec), sass("75")})});
    const std::string path = write("k.o", before);
    const auto done = downgrade(path, path);
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_THAT(*done, SizeIs(1));
    EXPECT_TRUE((*done)[0].downgraded) << (*done)[0].why;
    EXPECT_EQ(fs::file_size(path), before.size());
    const auto images = images_of(path);
    ASSERT_THAT(images, SizeIs(3));
    EXPECT_EQ(images[1].ptx_isa, (Version{8, 2}));
    EXPECT_THAT(text_of(path, images[1]), HasSubstr(".version 8.2\n"));
    // A second time there is nothing to do.
    const std::string once = read(path);
    EXPECT_THAT(*downgrade(path, path), SizeIs(0));
    EXPECT_EQ(read(path), once);
  }
}

TEST_F(DowngradeFileTest, ZstdForADriverThatReadsIt) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::zstd)}));
  const auto groups = "9.0@cuda12.8";
  const auto request = downgrade(path, path, true, groups);
  // 12.8 is not at hand: nothing is proven.
  ASSERT_TRUE(request);
  EXPECT_FALSE((*request)[0].downgraded);
  EXPECT_THAT((*request)[0].fix, HasSubstr("jit fetch 12.8"));
}

TEST_F(DowngradeFileTest, WithoutProofNothingIsWritten) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  const std::string before = read(path);
  struct stat was {};
  stat(path.c_str(), &was);
  const auto done = downgrade(path, path, false);
  ASSERT_TRUE(done);
  EXPECT_FALSE((*done)[0].downgraded);
  EXPECT_EQ(read(path), before);
  struct stat is {};
  stat(path.c_str(), &is);
  EXPECT_EQ(is.st_ino, was.st_ino);
}

TEST_F(DowngradeFileTest, AHardLinkKeepsTheOriginal) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  const std::string store = (folder_ / "store").string();
  fs::create_hard_link(path, store);
  const std::string before = read(store);
  ASSERT_TRUE((*downgrade(path, path))[0].downgraded);
  EXPECT_EQ(read(store), before);
  EXPECT_NE(read(path), before);
}

TEST_F(DowngradeFileTest, ModeAndSymbolicLinkStay) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  chmod(path.c_str(), 0540);
  const std::string link = (folder_ / "link").string();
  fs::create_symlink("k.fatbin", link);
  ASSERT_TRUE((*downgrade(link, link))[0].downgraded);
  EXPECT_TRUE(fs::is_symlink(link));
  struct stat s {};
  stat(path.c_str(), &s);
  EXPECT_EQ(s.st_mode & 07777, 0540u);
  EXPECT_EQ(images_of(path)[0].ptx_isa, (Version{8, 2}));
}

TEST_F(DowngradeFileTest, AnotherOutputLeavesTheInput) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  const std::string before = read(path);
  const std::string out = (folder_ / "out").string();
  ASSERT_TRUE((*downgrade(path, out))[0].downgraded);
  EXPECT_EQ(read(path), before);
  EXPECT_EQ(images_of(out)[0].ptx_isa, (Version{8, 2}));
}

TEST_F(DowngradeFileTest, PtxTextAndSameInputSameBytes) {
  const auto text = testing::to_bytes(
      ".version 9.5\n.target sm_80\n.visible .entry k(){ret;}\n");
  const std::string one = write("a.ptx", text);
  const std::string two = write("b.ptx", text);
  ASSERT_TRUE((*downgrade(one, one))[0].downgraded);
  ASSERT_TRUE((*downgrade(two, two))[0].downgraded);
  EXPECT_EQ(read(one), read(two));
  EXPECT_THAT(read(one), HasSubstr(".version 8.2\n.target sm_80\n"));
}

TEST_F(DowngradeFileTest, ConcatenatedEntriesAreLeftAlone) {
  const std::string path =
      write("k.fatbin", write_fatbin({testing::concat(
                            {ptx("80", "9.5"), sass("75")}, Codec::lz4)}));
  const auto groups = one_driver_case_each(
      resolve_all({testing::target_group("9.0@cuda12.2")}));
  auto source = ByteSource::open(path);
  const auto facts = collect_facts(*source, Depth::headers);
  const auto requests = downgrade_requests(*facts, Version{8, 2}, {{12, 2}});
  const DowngradeOptions request{
      path,
      path,
      Depth::headers,
      {{12, 2}, {13, 5}},
      [](Version, const JitInput&) {
        return JitAnswer{JitAnswer::Kind::accepted, "", "code"};
      }};
  const auto done = downgrade_file(request, *facts, requests);
  ASSERT_TRUE(done);
  ASSERT_THAT(*done, SizeIs(1));
  EXPECT_FALSE((*done)[0].downgraded);
  EXPECT_THAT((*done)[0].why, HasSubstr("concatenated"));
}

TEST_F(DowngradeFileTest, AFolderThatCannotBeWrittenIsAnError) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  EXPECT_FALSE(downgrade(path, "/nonexistent/out"));
}

}  // namespace
}  // namespace cudacompat
