// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sass;
using testing::scan_bytes;
using testing::scan_source;
using testing::Scanned;
using ::testing::SizeIs;
using testing::to_bytes;
using testing::write_ar;
using testing::write_fatbin;
using testing::write_object;

std::vector<std::string> members(const Scanned& scanned) {
  std::vector<std::string> all;
  for (const Container& container : scanned.containers) {
    all.push_back(container.member);
  }
  return all;
}

Bytes object(std::string_view arch) {
  return write_object({write_fatbin({sass(arch)})});
}

TEST(ScanArchiveTest, EachMembersContainersCarryItsName) {
  const Scanned scanned =
      scan_bytes(write_ar({{"k1.o", object("80")},
                           {"notes.txt", to_bytes("no object")},
                           {"kernel_with_a_long_name.o", object("90a")}}));
  EXPECT_EQ(scanned.summary->file, FileKind::archive);
  EXPECT_THAT(members(scanned),
              ElementsAre("k1.o", "kernel_with_a_long_name.o"));
  EXPECT_EQ(scanned.images()[1].arch, (Arch{90, ArchScope::exact}));
  EXPECT_THAT(scanned.problems, IsEmpty()) << scanned.said();
}

TEST(ScanArchiveTest, LinkedCodeInAMemberIsFoundAtItsPlaceInTheArchive) {
  testing::HostSpec spec;
  spec.fatbins = {{write_fatbin({sass("80")}), testing::Wrap::linked}};
  const Scanned scanned = scan_bytes(write_ar(
      {{"k1.o", object("80")}, {"dlink.o", testing::write_host(spec)}}));
  ASSERT_THAT(scanned.containers, SizeIs(2));
  EXPECT_EQ(scanned.containers[0].role, ContainerRole::plain);
  EXPECT_EQ(scanned.containers[1].role, ContainerRole::linked);
}

TEST(ScanArchiveTest, ADamagedMemberIsNamedAndTheOthersRead) {
  Bytes damaged = object("90");
  testing::poke(damaged, 40, 1u << 30, 8);
  const Scanned scanned = scan_bytes(write_ar(
      {{"a.o", object("80")}, {"bad.o", damaged}, {"c.o", object("100")}}));
  EXPECT_THAT(members(scanned), ElementsAre("a.o", "c.o"));
  ASSERT_THAT(scanned.problems, SizeIs(1));
  EXPECT_EQ(scanned.problems[0].member, "bad.o");
  EXPECT_THAT(scanned.said(), HasSubstr("1073741824"));
}

TEST(ScanArchiveTest, ArchivesInsideArchivesAreNotFollowed) {
  const Bytes inner = write_ar({{"k.o", object("80")}});
  const Scanned scanned =
      scan_bytes(write_ar({{"inner.a", inner}, {"k.o", object("80")}}));
  EXPECT_THAT(members(scanned), ElementsAre("k.o"));
  EXPECT_THAT(scanned.said(), HasSubstr("archive inside an archive"));
}

TEST(ScanArchiveTest, AnArchiveCutShortSaysSoBesideItsWholeMembers) {
  Bytes bytes = write_ar({{"a.o", object("80")}, {"b.o", object("90")}});
  bytes.resize(bytes.size() - 10);
  const Scanned scanned = scan_bytes(bytes);
  EXPECT_THAT(members(scanned), ElementsAre("a.o"));
  EXPECT_THAT(scanned.problems, SizeIs(1));
}

class ThinArchiveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("thin" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "sub");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const Bytes& bytes) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  Scanned scan_thin(const std::vector<testing::ArMember>& members) {
    write("lib.a", write_ar(members, true));
    auto source = ByteSource::open(folder_ / "lib.a");
    return scan_source(*source);
  }

  std::filesystem::path folder_;
};

TEST_F(ThinArchiveTest, ItsMembersLieBesideIt) {
  write("k1.o", object("80"));
  write("sub/k2.o", object("90"));
  const Scanned scanned = scan_thin({{"k1.o"}, {"sub/k2.o"}});
  EXPECT_THAT(members(scanned), ElementsAre("k1.o", "sub/k2.o"));
  EXPECT_THAT(scanned.problems, IsEmpty()) << scanned.said();
}

TEST_F(ThinArchiveTest, AMissingMemberIsNamed) {
  write("k1.o", object("80"));
  const Scanned scanned = scan_thin({{"gone.o"}, {"k1.o"}});
  EXPECT_THAT(members(scanned), ElementsAre("k1.o"));
  ASSERT_THAT(scanned.problems, SizeIs(1));
  EXPECT_EQ(scanned.problems[0].member, "gone.o");
  EXPECT_THAT(scanned.said(), HasSubstr("No such file"));
}

TEST_F(ThinArchiveTest, ThatNamesItselfEnds) {
  const Scanned scanned = scan_thin({{"lib.a"}});
  EXPECT_THAT(scanned.containers, IsEmpty());
  EXPECT_THAT(scanned.said(), HasSubstr("archive inside an archive"));
}

}  // namespace
}  // namespace cudacompat
