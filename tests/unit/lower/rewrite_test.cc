#include "lower/rewrite.h"

#include <sys/stat.h>

#include "support/host_writer.h"
#include "unit/lower/lower_file_fixture.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;
using testing::Bytes;
using testing::Codec;
using ::testing::HasSubstr;
using testing::LowerFileTest;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;
using testing::write_fatbin;

TEST_F(LowerFileTest, EachCodecKeepsSizeLayoutAndTheOtherImages) {
  for (const Codec codec : {Codec::none, Codec::lz4}) {
    const Bytes before = testing::write_object(
        {write_fatbin({sass("80"), ptx("80", "9.5", codec), sass("75")})});
    const std::string path = write("k.o", before);
    const auto done = lower(path, path);
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_THAT(*done, SizeIs(1));
    EXPECT_TRUE((*done)[0].lowered) << (*done)[0].why;
    EXPECT_EQ(fs::file_size(path), before.size());
    const auto images = images_of(path);
    ASSERT_THAT(images, SizeIs(3));
    EXPECT_EQ(images[1].ptx_isa, (Version{8, 2}));
    EXPECT_THAT(text_of(path, images[1]), HasSubstr(".version 8.2\n"));
    // A second time there is nothing to do.
    const std::string once = read(path);
    EXPECT_THAT(*lower(path, path), SizeIs(0));
    EXPECT_EQ(read(path), once);
  }
}

TEST_F(LowerFileTest, ZstdForADriverThatReadsIt) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::zstd)}));
  const auto classes = "9.0@cuda12.8";
  const auto request = lower(path, path, true, classes);
  // 12.8 is not at hand: nothing is proven.
  ASSERT_TRUE(request);
  EXPECT_FALSE((*request)[0].lowered);
  EXPECT_THAT((*request)[0].cure, HasSubstr("jit fetch 12.8"));
}

TEST_F(LowerFileTest, WithoutProofNothingIsWritten) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  const std::string before = read(path);
  struct stat was {};
  stat(path.c_str(), &was);
  const auto done = lower(path, path, false);
  ASSERT_TRUE(done);
  EXPECT_FALSE((*done)[0].lowered);
  EXPECT_EQ(read(path), before);
  struct stat is {};
  stat(path.c_str(), &is);
  EXPECT_EQ(is.st_ino, was.st_ino);
}

TEST_F(LowerFileTest, AHardLinkKeepsTheOriginal) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  const std::string store = (folder_ / "store").string();
  fs::create_hard_link(path, store);
  const std::string before = read(store);
  ASSERT_TRUE((*lower(path, path))[0].lowered);
  EXPECT_EQ(read(store), before);
  EXPECT_NE(read(path), before);
}

TEST_F(LowerFileTest, ModeAndSymbolicLinkStay) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  chmod(path.c_str(), 0540);
  const std::string link = (folder_ / "link").string();
  fs::create_symlink("k.fatbin", link);
  ASSERT_TRUE((*lower(link, link))[0].lowered);
  EXPECT_TRUE(fs::is_symlink(link));
  struct stat s {};
  stat(path.c_str(), &s);
  EXPECT_EQ(s.st_mode & 07777, 0540u);
  EXPECT_EQ(images_of(path)[0].ptx_isa, (Version{8, 2}));
}

TEST_F(LowerFileTest, AnotherOutputLeavesTheInput) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  const std::string before = read(path);
  const std::string out = (folder_ / "out").string();
  ASSERT_TRUE((*lower(path, out))[0].lowered);
  EXPECT_EQ(read(path), before);
  EXPECT_EQ(images_of(out)[0].ptx_isa, (Version{8, 2}));
}

TEST_F(LowerFileTest, PtxTextAndSameInputSameBytes) {
  const auto text = testing::to_bytes(
      ".version 9.5\n.target sm_80\n.visible .entry k(){ret;}\n");
  const std::string one = write("a.ptx", text);
  const std::string two = write("b.ptx", text);
  ASSERT_TRUE((*lower(one, one))[0].lowered);
  ASSERT_TRUE((*lower(two, two))[0].lowered);
  EXPECT_EQ(read(one), read(two));
  EXPECT_THAT(read(one), HasSubstr(".version 8.2\n.target sm_80\n"));
}

TEST_F(LowerFileTest, ConcatenatedEntriesAreLeftAlone) {
  const std::string path =
      write("k.fatbin", write_fatbin({testing::concat(
                            {ptx("80", "9.5"), sass("75")}, Codec::lz4)}));
  const auto classes =
      one_situation_each(resolve_all({testing::machine_class("9.0@cuda12.2")}));
  auto source = ByteSource::open(path);
  const auto facts = observe(*source, Depth::headers);
  const auto wishes = lowering_wishes(*facts,
                                      Version{
                                          8, 2
  },
                                      {{12, 2}});
  const LoweringRequest request{
      path,
      path,
      Depth::headers,
      {{12, 2},                                                          {13, 5}},
      [](Version, const JitInput&) {
        return JitAnswer{JitAnswer::Kind::accepted, "", "code"};
                 }
  };
  const auto done = lower_file(request, *facts, wishes);
  ASSERT_TRUE(done);
  ASSERT_THAT(*done, SizeIs(1));
  EXPECT_FALSE((*done)[0].lowered);
  EXPECT_THAT((*done)[0].why, HasSubstr("concatenated"));
}

TEST_F(LowerFileTest, AFolderThatCannotBeWrittenIsAnError) {
  const std::string path =
      write("k.fatbin", write_fatbin({ptx("80", "9.5", Codec::lz4)}));
  EXPECT_FALSE(lower(path, "/nonexistent/out"));
}

}  // namespace
}  // namespace cudacompat
