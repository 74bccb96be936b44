// SPDX-License-Identifier: Apache-2.0

// Files that must stay as they are, and places that must not be written to.
#include <sys/xattr.h>

#include "change/downgrade/file_copy.h"
#include "support/host_writer.h"
#include "unit/change/downgrade/downgrade_fixture.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;
using testing::Bytes;
using testing::Codec;
using ::testing::HasSubstr;
using testing::ptx;
using ::testing::SizeIs;
using testing::write_fatbin;

class RefusedFilesTest : public testing::DowngradeFileTest {
 protected:
  /// The file must stay, and say why.
  void expect_left_alone(const std::string& path, std::string_view why) {
    const std::string before = read(path);
    const auto done = downgrade(path, path);
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_THAT(*done, SizeIs(1));
    EXPECT_FALSE((*done)[0].downgraded);
    EXPECT_THAT((*done)[0].why, HasSubstr(std::string(why)));
    EXPECT_EQ(read(path), before);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder_))
      out.push_back(entry.path().filename());
    return out;
  }
  static Bytes old_fatbin() {
    return write_fatbin({ptx("80", "9.5", Codec::lz4)});
  }
};

TEST_F(RefusedFilesTest, MembersOfAThinArchiveAreFilesOfTheirOwn) {
  const std::string member =
      write("k.o", testing::write_object({old_fatbin()}));
  const std::string before = read(member);
  const std::string path = write("thin.a", testing::write_ar({{"k.o"}}, true));
  expect_left_alone(path, "thin archive");
  EXPECT_EQ(read(member), before);
}

TEST_F(RefusedFilesTest, MembersOfAnArchiveAreDowngradedInTheirPlace) {
  const Bytes before =
      testing::write_ar({{"a.txt", testing::to_bytes("text")},
                         {"k.o", testing::write_object({old_fatbin()})},
                         {"l.o", testing::write_object({old_fatbin()})}});
  const std::string path = write("lib.a", before);
  const auto done = downgrade(path, path);
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_THAT(*done, SizeIs(2));
  EXPECT_TRUE((*done)[0].downgraded && (*done)[1].downgraded);
  EXPECT_EQ(fs::file_size(path), before.size());
  for (const Image& image : images_of(path))
    EXPECT_EQ(image.ptx_isa, (Version{8, 2}));
}

TEST_F(RefusedFilesTest, AnEntryAndATextThatDisagree) {
  auto liar = ptx("80", "9.5", Codec::lz4);
  liar.payload = ptx("80", "9.4").payload;
  expect_left_alone(write("k.fatbin", write_fatbin({liar})),
                    "entry says compute_80, PTX 9.5 and its text sm_80, PTX "
                    "9.4");
}

TEST_F(RefusedFilesTest, BytesBehindTheEndOfTheText) {
  auto more = ptx("80", "9.5", Codec::lz4);
  more.payload.push_back(std::byte{0});
  more.payload.push_back(std::byte{'x'});
  expect_left_alone(write("k.fatbin", write_fatbin({more})),
                    "something follows the NUL");
}

TEST_F(RefusedFilesTest, NulsBehindTheTextStay) {
  auto more = ptx("80", "9.5", Codec::lz4);
  more.payload.resize(more.payload.size() + 9, std::byte{0});
  const std::size_t size = more.payload.size();
  const std::string path = write("k.fatbin", write_fatbin({more}));
  ASSERT_TRUE((*downgrade(path, path))[0].downgraded);
  EXPECT_EQ(images_of(path)[0].unpacked_size, size);
}

TEST_F(RefusedFilesTest, ASignedFile) {
  Bytes bytes = old_fatbin();
  const Bytes mark = testing::to_bytes("~Module signature appended~\n");
  bytes.insert(bytes.end(), mark.begin(), mark.end());
  const std::string path = write("k.fatbin", bytes);
  const std::string before = read(path);
  const auto done = downgrade(path, path);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("signed"));
  EXPECT_EQ(read(path), before);
  EXPECT_THAT(names(), SizeIs(1));
}

TEST_F(RefusedFilesTest, CapabilitiesWouldBeLost) {
  const std::string path = write("k.fatbin", old_fatbin());
  // CAP_NET_RAW, revision 2 of the attribute.
  constexpr unsigned char kCapability[20] = {1, 0, 0, 2, 0, 32};
  if (setxattr(path.c_str(), "security.capability", kCapability,
               sizeof kCapability, 0) != 0)
    GTEST_SKIP() << "no right to set security.capability here";
  const auto done = downgrade(path, path);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("capabilities"));
  EXPECT_TRUE(downgrade(path, path + ".out"));
}

TEST_F(RefusedFilesTest, OutIsNoFolderAndNoDevice) {
  const std::string path = write("k.fatbin", old_fatbin());
  EXPECT_THAT(downgrade(path, folder_.string()).error().message,
              HasSubstr("not a regular file"));
  EXPECT_THAT(downgrade(path, "/dev/null").error().message,
              HasSubstr("not a regular file"));
  EXPECT_THAT(names(), SizeIs(1));
}

TEST_F(RefusedFilesTest, ACopyThatIsNotPlacedIsGone) {
  const std::string path = write("k.fatbin", old_fatbin());
  {
    FileCopy copy(path);
    ASSERT_TRUE(copy.make(path));
    ASSERT_TRUE(copy.write({{0, Bytes(4)}}));
    EXPECT_THAT(names(), SizeIs(2));
    EXPECT_NE(read(copy.path()), read(path));
  }
  EXPECT_THAT(names(), SizeIs(1));
}

TEST_F(RefusedFilesTest, AFileThatChangesWhileItIsDowngraded) {
  const std::string path = write("k.fatbin", old_fatbin());
  const auto groups = one_driver_case_each(
      resolve_all({testing::target_group("9.0@cuda12.2")}));
  auto source = ByteSource::open(path);
  const auto facts = collect_facts(*source, Depth::headers);
  const auto requests =
      downgrade_requests(*facts, judge(*facts, groups, {}), groups);
  const Bytes other = testing::to_bytes("something else");
  DowngradeOptions request{path, path, Depth::headers, {}, {}};
  request.releases = {kOld, kNewest};
  request.ask = [&](Version, const JitInput&) {
    write("k.fatbin", other);
    return JitAnswer{JitAnswer::Kind::accepted, "", "code"};
  };
  EXPECT_FALSE(downgrade_file(request, *facts, requests));
  EXPECT_EQ(read(path), "something else");
  EXPECT_THAT(names(), SizeIs(1));
}

}  // namespace
}  // namespace cudacompat
