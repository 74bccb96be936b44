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
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::HostSpec;
using ::testing::IsEmpty;
using testing::ptx;
using testing::sass;
using testing::scan_bytes;
using testing::Scanned;
using ::testing::SizeIs;
using testing::Wrap;
using testing::write_fatbin;
using testing::write_host;

std::vector<ContainerRole> roles(const Scanned& scanned) {
  std::vector<ContainerRole> all;
  for (const Container& container : scanned.containers) {
    all.push_back(container.role);
  }
  return all;
}

HostSpec mixed(HostSpec::Type type) {
  HostSpec spec;
  spec.type = type;
  spec.fatbins = {{write_fatbin({sass("80")}), Wrap::plain},
                  {write_fatbin({sass("90")}), Wrap::linked},
                  {write_fatbin({sass("80"), ptx("80", "9.0")}), Wrap::plain},
                  {write_fatbin({sass("90")}), Wrap::relocatable},
                  {write_fatbin({sass("75")}), Wrap::relocatable}};
  return spec;
}

using enum ContainerRole;

TEST(ScanHostTest, WrappersTellWhatADeviceLinkMade) {
  for (const auto type : {HostSpec::Type::object, HostSpec::Type::shared,
                          HostSpec::Type::executable}) {
    for (const bool in_relocations : {false, true}) {
      HostSpec spec = mixed(type);
      spec.relative_relocations = in_relocations;
      const Scanned scanned = scan_bytes(write_host(spec));
      EXPECT_THAT(scanned.problems, IsEmpty()) << scanned.said();
      EXPECT_THAT(roles(scanned),
                  ElementsAre(plain, linked, plain, relocatable, relocatable));
      EXPECT_EQ(scanned.containers[0].section, ".nv_fatbin");
      EXPECT_EQ(scanned.containers[3].section, "__nv_relfatbin");
      EXPECT_EQ(scanned.summary->file, type == HostSpec::Type::object
                                           ? FileKind::relocatable_object
                                           : FileKind::linked_product);
    }
  }
}

TEST(ScanHostTest, AnyHostMachineIsRead) {
  for (const int machine : {62, 183, 243, 21}) {
    HostSpec spec = mixed(HostSpec::Type::shared);
    spec.machine = static_cast<std::uint16_t>(machine);
    EXPECT_THAT(scan_bytes(write_host(spec)).images(), SizeIs(6));
  }
}

TEST(ScanHostTest, TheLinkStepsOwnContainerIsLinkedAndEmpty) {
  testing::FatbinEntry leftover = sass("86");
  leftover.payload = testing::write_empty_cubin("86");
  HostSpec spec;
  spec.type = HostSpec::Type::executable;
  spec.fatbins = {{write_fatbin({leftover}), Wrap::linked},
                  {write_fatbin({sass("80")}), Wrap::plain}};
  const Scanned scanned = scan_bytes(write_host(spec));
  EXPECT_THAT(roles(scanned), ElementsAre(linked, plain));
  EXPECT_EQ(scanned.containers[0].images[0].empty, true);
  EXPECT_EQ(scanned.containers[1].images[0].empty, false);
}

TEST(ScanHostTest, OffsetsAreOfTheFile) {
  const Bytes fatbin = write_fatbin({sass("80")});
  const Bytes bytes = testing::write_object({fatbin});
  const Scanned scanned = scan_bytes(bytes);
  ASSERT_THAT(scanned.containers, SizeIs(1));
  const auto at = static_cast<std::ptrdiff_t>(scanned.containers[0].offset);
  EXPECT_TRUE(std::equal(fatbin.begin(), fatbin.end(), bytes.begin() + at));
  EXPECT_EQ(scanned.containers[0].size, fatbin.size());
}

TEST(ScanHostTest, WithoutWrappersAllIsPlain) {
  HostSpec spec = mixed(HostSpec::Type::shared);
  for (testing::HostFatbin& fatbin : spec.fatbins) fatbin.wrap = Wrap::bare;
  EXPECT_THAT(roles(scan_bytes(write_host(spec))),
              ElementsAre(plain, plain, plain, plain, plain));
}

TEST(ScanHostTest, AFileWithoutFatbinsIsRecognisedAllTheSame) {
  HostSpec spec;
  const Scanned object = scan_bytes(write_host(spec));
  EXPECT_EQ(object.summary->file, FileKind::relocatable_object);
  EXPECT_THAT(object.containers, IsEmpty());
  EXPECT_THAT(object.problems, IsEmpty());
}

TEST(ScanHostTest, WithoutSectionHeadersItSaysThatNothingCanBeFound) {
  Bytes bytes = write_host(mixed(HostSpec::Type::shared));
  testing::poke(bytes, 40, 0, 8);
  testing::poke(bytes, 60, 0, 4);
  const Scanned scanned = scan_bytes(bytes);
  ASSERT_TRUE(scanned.summary);
  EXPECT_THAT(scanned.containers, IsEmpty());
  EXPECT_THAT(scanned.said(), HasSubstr("no section headers"));
}

/// A file of named sections.
Bytes sections(const std::vector<std::pair<std::string, Bytes>>& parts,
               std::uint16_t type = 3) {
  testing::ElfSpec spec;
  spec.type = type;
  for (const auto& [name, data] : parts) {
    spec.sections.push_back({.name = name, .flags = 2, .data = data});
  }
  return testing::write_elf(spec);
}

TEST(ScanHostTest, ADamagedWrapperIsNamedAndTheCodeStillRead) {
  const Bytes fatbin = write_fatbin({sass("80")});
  const Scanned scanned = scan_bytes(sections(
      {{".nv_fatbin", fatbin}, {".nvFatBinSegment", Bytes(48, std::byte{7})}}));
  EXPECT_THAT(scanned.images(), SizeIs(1));
  ASSERT_THAT(scanned.problems, SizeIs(1));
  EXPECT_THAT(scanned.said(),
              AllOf(HasSubstr("0x07070707"), HasSubstr("0x466243b1")));
}

TEST(ScanHostTest, AWrapperThatPointsNowhereIsNamed) {
  testing::ByteWriter wrapper;
  wrapper.u32(0x466243B1).u32(2).u64(0).u64(0);
  const Scanned scanned =
      scan_bytes(sections({{".nv_fatbin", write_fatbin({sass("80")})},
                           {".nvFatBinSegment", wrapper.take()}}));
  EXPECT_THAT(roles(scanned), ElementsAre(plain));
  EXPECT_THAT(scanned.said(), HasSubstr("1 of 1 wrappers"));
}

TEST(ScanHostTest, SectionsThatOverlapAreReadOnce) {
  const Bytes fatbin = write_fatbin({sass("80")});
  testing::ElfSpec spec;
  spec.type = 3;
  for (int i = 0; i < 100; ++i) {
    spec.sections.push_back({.name = ".nv_fatbin", .data = fatbin});
    spec.sections.back().offset = testing::section_offset(spec, 1);
  }
  const Scanned scanned = scan_bytes(testing::write_elf(spec));
  EXPECT_THAT(scanned.containers, SizeIs(1));
  EXPECT_THAT(scanned.problems, SizeIs(99));
  EXPECT_THAT(scanned.said(), HasSubstr("overlaps"));
}

TEST(ScanHostTest, ASectionOutsideTheFileIsNamedBesideTheGoodOnes) {
  testing::ElfSpec spec;
  spec.type = 3;
  spec.sections.push_back(
      {.name = ".nv_fatbin", .data = write_fatbin({sass("80")})});
  spec.sections.push_back(
      {.name = "__nv_relfatbin", .data = write_fatbin({sass("90")})});
  spec.sections[1].size = 1u << 30;
  const Scanned scanned = scan_bytes(testing::write_elf(spec));
  EXPECT_THAT(scanned.images(), SizeIs(1));
  EXPECT_THAT(scanned.said(), HasSubstr("needs 1073741824 bytes"));
}

TEST(ScanHostTest, SplitDebugFilesHoldNoCode) {
  testing::ElfSpec spec;
  spec.type = 3;
  testing::ElfSection section{.name = ".nv_fatbin", .type = 8};
  section.size = 1u << 20;
  spec.sections.push_back(std::move(section));
  const Scanned scanned = scan_bytes(testing::write_elf(spec));
  EXPECT_THAT(scanned.containers, IsEmpty());
  EXPECT_THAT(scanned.problems, IsEmpty());
}

TEST(ScanHostTest, ClangsOffloadEntriesAreInputsOfADeviceLink) {
  const auto offload = [](std::uint16_t kind, std::string_view arch,
                          const Bytes& image) {
    testing::ByteWriter out;
    out.u32(0xad10ff10).u32(1).u64((112 + image.size() + 7) / 8 * 8);
    out.u64(32).u64(40).u16(kind).u16(2).u32(0).u64(72).u64(1);
    out.u64(112).u64(image.size()).u64(88).u64(93);
    out.text("arch").u8(0).text(arch).u8(0);
    out.zeros(112 - out.size()).bytes(image).align(8);
    return out.take();
  };
  testing::ByteWriter all;
  all.bytes(offload(3, "sm_90a", testing::write_cubin("90a")));
  all.bytes(offload(4, "", write_fatbin({sass("80"), ptx("80", "8.0")})));
  all.bytes(
      offload(5, "sm_75", testing::to_bytes(testing::ptx_text("75", "7.8"))));
  all.bytes(offload(2, "sm_75", testing::to_bytes("BC bitcode")));
  const Scanned scanned =
      scan_bytes(sections({{".llvm.offloading", all.take()}}, 1));
  EXPECT_THAT(scanned.problems, IsEmpty()) << scanned.said();
  EXPECT_THAT(roles(scanned),
              ElementsAre(relocatable, relocatable, relocatable, relocatable));
  const std::vector<Image> images = scanned.images();
  ASSERT_THAT(images, SizeIs(5));
  EXPECT_EQ(images[0].arch, (Arch{90, ArchScope::exact}));
  EXPECT_EQ(images[2].kind, ImageKind::ptx);
  EXPECT_EQ(images[3].ptx_isa, (Version{7, 8}));
  EXPECT_EQ(images[4].kind, ImageKind::unknown);
}

TEST(ScanHostTest, ThirtyTwoBitFilesAreRefused) {
  Bytes bytes = write_host(mixed(HostSpec::Type::object));
  testing::poke(bytes, 4, 1, 1);
  const Scanned scanned = scan_bytes(bytes);
  ASSERT_FALSE(scanned.summary);
  EXPECT_THAT(scanned.summary.error().message, HasSubstr("only 64-bit"));
}

TEST(ScanHostTest, EachTruncationEndsInAnErrorOrAProblem) {
  const Bytes whole = write_host(mixed(HostSpec::Type::object));
  for (std::size_t n = 64; n < whole.size(); n += 3) {
    const Scanned scanned = scan_bytes(
        Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)));
    EXPECT_FALSE(scanned.summary && scanned.problems.empty()) << n;
  }
}

}  // namespace
}  // namespace cudacompat
