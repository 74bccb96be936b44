// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using testing::Codec;
using testing::concat;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ptx;
using testing::sass;
using testing::scan_bytes;
using testing::Scanned;
using ::testing::SizeIs;
using testing::to_bytes;
using testing::write_fatbin;

TEST(ScanBareTest, AFatbinListsItsImages) {
  const Bytes bytes = write_fatbin(
      {sass("80"), sass("90a", Codec::zstd), sass("100f", Codec::lz4),
       ptx("90", "8.5"), testing::lto_ir("75"),
       testing::entry(128, "100", to_bytes("tile ir"), Codec::zstd),
       testing::entry(64, "0", to_bytes("what is this"))});
  const Scanned scanned = scan_bytes(bytes);
  EXPECT_EQ(scanned.summary->file, FileKind::bare);
  EXPECT_THAT(scanned.problems, IsEmpty()) << scanned.said();
  ASSERT_THAT(scanned.containers, SizeIs(1));
  EXPECT_EQ(scanned.containers[0].size, bytes.size());
  EXPECT_EQ(scanned.containers[0].section, "");
  const std::vector<Image> images = scanned.images();
  ASSERT_THAT(images, SizeIs(7));
  EXPECT_EQ(images[0].kind, ImageKind::sass);
  EXPECT_EQ(images[0].arch, (Arch{80, ArchScope::base}));
  EXPECT_EQ(images[0].compression, Compression::none);
  EXPECT_EQ(images[0].cubin_abi, 8);
  EXPECT_EQ(images[0].toolkit, (Version{13, 0}));
  EXPECT_EQ(images[0].size, images[0].unpacked_size);
  EXPECT_EQ(images[0].empty, false);
  EXPECT_EQ(images[1].arch, (Arch{90, ArchScope::exact}));
  EXPECT_EQ(images[1].compression, Compression::zstd);
  EXPECT_LT(images[1].size, images[1].unpacked_size);
  EXPECT_EQ(images[2].arch, (Arch{100, ArchScope::family}));
  EXPECT_EQ(images[2].compression, Compression::lz4);
  EXPECT_EQ(images[3].kind, ImageKind::ptx);
  EXPECT_EQ(images[3].ptx_isa, (Version{8, 5}));
  EXPECT_EQ(images[4].kind, ImageKind::lto_ir);
  EXPECT_EQ(images[5].kind, ImageKind::tile_ir);
  EXPECT_EQ(images[6].kind, ImageKind::unknown);
  EXPECT_EQ(images[6].raw_kind, 64);
  EXPECT_FALSE(images[6].arch_known);
  for (const Image& image : images) {
    EXPECT_EQ(image.ptx_isa.has_value(), image.kind == ImageKind::ptx);
    EXPECT_THAT(image.kernels, IsEmpty());
  }
}

TEST(ScanBareTest, ConcatenatedImagesAreListedAsTheirOwn) {
  for (const Codec codec : {Codec::zstd, Codec::lz4}) {
    const Scanned scanned = scan_bytes(write_fatbin(
        {concat({sass("80"), sass("90"), ptx("100f", "9.5")}, codec),
         sass("120")}));
    EXPECT_THAT(scanned.problems, IsEmpty()) << scanned.said();
    const std::vector<Image> images = scanned.images();
    ASSERT_THAT(images, SizeIs(4));
    EXPECT_TRUE(images[0].concatenated);
    EXPECT_EQ(images[1].arch.number, 90);
    EXPECT_EQ(images[1].toolkit, (Version{13, 0}));
    EXPECT_EQ(images[1].block_offset, images[0].unpacked_size);
    EXPECT_EQ(images[2].ptx_isa, (Version{9, 5}));
    EXPECT_EQ(images[2].arch, (Arch{100, ArchScope::family}));
    EXPECT_EQ(images[2].compression,
              codec == Codec::zstd ? Compression::zstd : Compression::lz4);
    EXPECT_FALSE(images[3].concatenated);
  }
}

TEST(ScanBareTest, ACubinTellsItsOwnArch) {
  testing::CubinSpec spec;
  spec.arch = "100f";
  const Scanned scanned = scan_bytes(testing::write_cubin(spec));
  EXPECT_EQ(scanned.summary->file, FileKind::bare);
  const std::vector<Image> images = scanned.images();
  ASSERT_THAT(images, SizeIs(1));
  EXPECT_EQ(images[0].kind, ImageKind::sass);
  EXPECT_EQ(images[0].arch, (Arch{100, ArchScope::family}));
  EXPECT_TRUE(images[0].arch_known);
  spec.toolkit_note = false;
  EXPECT_FALSE(scan_bytes(testing::write_cubin(spec)).images()[0].arch_known);
}

TEST(ScanBareTest, PtxTextTellsItsOwnVersionAndTarget) {
  const Scanned scanned =
      scan_bytes(to_bytes(testing::ptx_text("90a", "8.5", "k")), Depth::all);
  EXPECT_EQ(scanned.summary->file, FileKind::bare);
  const std::vector<Image> images = scanned.images();
  ASSERT_THAT(images, SizeIs(1));
  EXPECT_EQ(images[0].kind, ImageKind::ptx);
  EXPECT_EQ(images[0].ptx_isa, (Version{8, 5}));
  EXPECT_EQ(images[0].arch, (Arch{90, ArchScope::exact}));
  EXPECT_THAT(images[0].kernels, ElementsAre("k"));
}

TEST(ScanBareTest, PtxThatCannotBeReadIsUnknownAndSaidToBe) {
  const Scanned scanned = scan_bytes(to_bytes(".version 9.0\n.target gpu\n"));
  ASSERT_THAT(scanned.images(), SizeIs(1));
  EXPECT_FALSE(scanned.images()[0].arch_known);
  EXPECT_EQ(scanned.images()[0].ptx_isa, std::nullopt);
  EXPECT_THAT(scanned.said(), HasSubstr("'gpu'"));
}

TEST(ScanBareTest, OtherFilesHoldNoDeviceCode) {
  for (const char* text : {"", "#!/bin/sh\n", "int main() {}", "\x7f",
                           "\x50\xed\x55", "// only a comment"}) {
    const Scanned scanned = scan_bytes(to_bytes(text));
    ASSERT_TRUE(scanned.summary) << text;
    EXPECT_EQ(scanned.summary->file, FileKind::no_device_code) << text;
    EXPECT_THAT(scanned.containers, IsEmpty());
  }
}

TEST(ScanBareTest, DepthsLookAsDeepAsTheySay) {
  testing::CubinSpec large;
  large.abi = 7;
  large.toolkit = "12.2";
  large.padding = 40'000;
  testing::FatbinEntry raw = sass("80");
  raw.minor = 7;
  raw.payload = testing::write_cubin(large);
  testing::FatbinEntry packed = raw;
  packed.codec = Codec::zstd;
  testing::FatbinEntry odd = packed;
  odd.minor = 3;  // a form that tells nothing: the cubin itself is asked
  const Bytes bytes = write_fatbin({raw, packed, ptx("80", "8.2"), odd});
  const auto at = [&](Depth depth) {
    return scan_bytes(bytes, depth).images();
  };
  EXPECT_EQ(at(Depth::headers)[0].toolkit, (Version{12, 2}));
  EXPECT_EQ(at(Depth::headers)[0].empty, std::nullopt);
  EXPECT_EQ(at(Depth::headers)[1].toolkit, std::nullopt);
  EXPECT_EQ(at(Depth::headers)[1].cubin_abi, 7);
  EXPECT_EQ(at(Depth::headers)[3].cubin_abi, 7);
  EXPECT_EQ(at(Depth::headers)[3].toolkit, (Version{12, 2}));
  EXPECT_EQ(at(Depth::cubin_headers)[1].toolkit, (Version{12, 2}));
  EXPECT_EQ(at(Depth::cubin_headers)[1].cubin_abi, 7);
  EXPECT_THAT(at(Depth::compare)[1].kernels, IsEmpty());
  EXPECT_THAT(at(Depth::all)[1].kernels, ElementsAre("kernel"));
  EXPECT_THAT(at(Depth::all)[2].kernels, ElementsAre("kernel"));
}

TEST(ScanBareTest, TheToolkitOfALargeBlackwellCubinIsFoundFarInside) {
  for (const Codec codec : {Codec::none, Codec::lz4, Codec::zstd}) {
    testing::CubinSpec spec;
    spec.arch = "100";
    spec.toolkit = "12.8";
    testing::ElfSpec elf = testing::cubin_elf(spec);
    elf.sections.insert(elf.sections.begin(),
                        {.name = ".debug_frame", .data = Bytes(200'000)});
    testing::FatbinEntry entry = sass("100", codec);
    entry.payload = testing::write_elf(elf);
    const Bytes bytes = write_fatbin({entry});
    EXPECT_EQ(scan_bytes(bytes).images()[0].toolkit, std::nullopt);
    EXPECT_EQ(scan_bytes(bytes, Depth::cubin_headers).images()[0].toolkit,
              (Version{12, 8}));
  }
}

TEST(ScanBareTest, TheEntryTellsTheAbiOfACompressedCubin) {
  testing::CubinSpec old;
  old.abi = 7;
  old.toolkit = "12.2";
  old.padding = 40'000;
  testing::FatbinEntry entry = sass("80", Codec::zstd);
  entry.payload = testing::write_cubin(old);
  entry.minor = 7;
  EXPECT_EQ(scan_bytes(write_fatbin({entry})).images()[0].cubin_abi, 7);
  entry.minor = 8;
  EXPECT_THAT(scan_bytes(write_fatbin({entry}), Depth::compare).said(),
              HasSubstr("format 1.8, the cubin inside has ABI version 7"));
}

testing::FatbinEntry with_payload(testing::FatbinEntry entry, Bytes payload) {
  entry.payload = std::move(payload);
  return entry;
}

TEST(ScanBareTest, EmptyImagesAreToldFromCode) {
  const auto empty = [](std::vector<testing::FatbinEntry> entries) {
    std::vector<std::optional<bool>> all;
    for (const Image& image : scan_bytes(write_fatbin(entries)).images()) {
      all.push_back(image.empty);
    }
    return all;
  };
  const Bytes nothing = testing::write_empty_cubin("80");
  const Bytes bare_ptx =
      to_bytes(".version 9.0\n.target sm_80\n.address_size 64\n");
  for (const Codec codec : {Codec::none, Codec::lz4, Codec::zstd}) {
    testing::FatbinEntry cubin = with_payload(sass("80", codec), nothing);
    testing::FatbinEntry text = with_payload(ptx("80", "9.0", codec), bare_ptx);
    EXPECT_THAT(empty({cubin, text}), ElementsAre(true, true));
    EXPECT_THAT(empty({cubin, ptx("80", "9.0", codec)}),
                ElementsAre(true, false));
    // PTX beside code is not asked: it changes nothing.
    EXPECT_THAT(empty({sass("80", codec), text}),
                ElementsAre(false, std::nullopt));
  }
  EXPECT_THAT(empty({concat({with_payload(sass("80"), nothing),
                             with_payload(ptx("80", "9.0"), bare_ptx)})}),
              ElementsAre(true, true));
  EXPECT_THAT(empty({concat({with_payload(sass("80"), nothing), sass("90")})}),
              ElementsAre(true, false));
}

TEST(ScanBareTest, AnEmptyCubinSeenBeforeIsHeldAgainstItsOwnEntry) {
  // Once as it is and twice with an entry that lies about it.
  const Bytes empty = testing::write_empty_cubin("90");
  auto good = testing::entry(testing::kElf, "90", empty, Codec::zstd);
  auto other_arch = testing::entry(testing::kElf, "80", empty, Codec::zstd);
  auto other_abi = good;
  other_abi.minor = 7;
  const auto result = scan_bytes(write_fatbin({good, other_arch, other_abi}));
  ASSERT_THAT(result.images(), SizeIs(3));
  for (const Image& image : result.images()) {
    EXPECT_EQ(image.empty, true);
    EXPECT_EQ(image.cubin_abi, 8);
    EXPECT_EQ(image.toolkit, result.images()[0].toolkit);
  }
  ASSERT_THAT(result.problems, SizeIs(2));
  EXPECT_THAT(result.problems[0].message, HasSubstr("inside is for 90"));
  EXPECT_THAT(result.problems[1].message, HasSubstr("says cubin format 1.7"));
}

TEST(ScanBareTest, TheSameBytesUnderAnotherCodecOrSizeAreAnotherImage) {
  const Bytes empty = testing::write_empty_cubin("90");
  const auto good = testing::entry(testing::kElf, "90", empty, Codec::zstd);
  auto other_codec = testing::entry(testing::kElf, "90", empty, Codec::lz4);
  other_codec.stored = testing::pack(empty, Codec::zstd);
  auto other_size = good;
  other_size.usize = empty.size() + 8;
  for (const auto& lying : {other_codec, other_size}) {
    const auto result = scan_bytes(write_fatbin({good, lying}));
    ASSERT_THAT(result.images(), SizeIs(2));
    EXPECT_EQ(result.images()[0].empty, true);
    EXPECT_EQ(result.images()[1].empty, std::nullopt);
    EXPECT_THAT(result.problems, SizeIs(1));
  }
}

TEST(ScanBareTest, AHeaderThatSaysAnotherThanItsPayloadIsNamed) {
  testing::FatbinEntry isa = ptx("80", "8.0");
  isa.minor = 5;
  testing::FatbinEntry target = ptx("80", "8.0");
  target.arch = 90;
  testing::FatbinEntry arch = sass("80");
  arch.arch = 90;
  testing::FatbinEntry suffix = sass("90a", Codec::zstd);
  testing::CubinSpec old;
  old.arch = "90a";
  old.abi = 7;
  old.toolkit = "12.8";
  suffix.payload = testing::write_cubin(old);
  suffix.flags = 0x11;
  suffix.minor = 7;
  testing::FatbinEntry format = sass("80", Codec::zstd);
  format.minor = 7;
  testing::FatbinEntry size = ptx("80", "8.0");
  size.usize = 77;
  testing::FatbinEntry text = sass("80", Codec::zstd);
  text.payload = to_bytes(testing::ptx_text("80", "8.0"));
  for (const auto& [entry, said] :
       {std::pair{isa,
                  "ptx for 80: its entry says PTX 8.5, the text inside "
                  "is PTX 8.0 for 80"},
        std::pair{target,
                  "ptx for 90: its entry says PTX 8.0, the text "
                  "inside is PTX 8.0 for 80"},
        std::pair{arch, "sass for 90: the cubin inside is for 80"},
        std::pair{suffix, "sass for 90: the cubin inside is for 90a"},
        std::pair{format,
                  "sass for 80: its entry says cubin format 1.7, the "
                  "cubin inside has ABI version 8"},
        std::pair{size, "its entry says 77"},
        std::pair{text, "does not start with an ELF header"}}) {
    const Bytes bytes = write_fatbin({sass("75"), entry, sass("120")});
    for (const Depth depth : {Depth::compare, Depth::all}) {
      const Scanned scanned = scan_bytes(bytes, depth);
      EXPECT_THAT(scanned.images(), SizeIs(3));
      EXPECT_THAT(scanned.problems, SizeIs(1));
      EXPECT_THAT(scanned.said(), HasSubstr(said));
      EXPECT_EQ(scanned.problems[0].offset, scanned.images()[1].offset);
    }
  }
  EXPECT_THAT(scan_bytes(write_fatbin({isa, target})).problems, IsEmpty());
}

TEST(ScanBareTest, ConcatenatedImagesAreComparedToo) {
  testing::FatbinEntry wrong = ptx("80", "8.0");
  wrong.minor = 1;
  const Scanned scanned =
      scan_bytes(write_fatbin({concat({sass("80"), wrong, ptx("90", "8.0")})}),
                 Depth::compare);
  ASSERT_THAT(scanned.problems, SizeIs(1));
  EXPECT_THAT(scanned.said(), HasSubstr("its entry says PTX 8.1"));
}

TEST(ScanBareTest, FlagsThatTellNoCompressionAreNamed) {
  testing::FatbinEntry both = sass("80", Codec::zstd);
  both.flags_exactly = 0x11 | 0x2000 | 0x8000;
  testing::FatbinEntry none = sass("80", Codec::zstd);
  none.flags_exactly = 0x11;
  testing::FatbinEntry unsized_ = sass("80", Codec::zstd);
  unsized_.csize = 0;
  testing::FatbinEntry longer = sass("80", Codec::zstd);
  longer.csize = 1u << 20;
  for (const testing::FatbinEntry& entry : {both, none, unsized_, longer}) {
    const Scanned scanned = scan_bytes(write_fatbin({entry}));
    ASSERT_THAT(scanned.images(), SizeIs(1));
    EXPECT_EQ(scanned.images()[0].compression, Compression::unknown);
    EXPECT_THAT(scanned.problems, SizeIs(1));
    EXPECT_THAT(scanned.said(), HasSubstr("do not tell one compression"));
  }
}

TEST(ScanBareTest, AnArchThatCannotBeIsUnknown) {
  testing::FatbinEntry huge = ptx("80", "8.0");
  huge.arch = 0x10000 + 80;
  testing::FatbinEntry zero = ptx("80", "8.0");
  zero.arch = 0;
  testing::FatbinEntry both = ptx("90a", "8.0");
  both.flags |= testing::kFlagFamily;
  for (const Image& image :
       scan_bytes(write_fatbin({huge, zero, both})).images()) {
    EXPECT_FALSE(image.arch_known);
  }
}

TEST(ScanBareTest, OneContainerCannotFillTheMemory) {
  testing::FatbinEntry small = testing::entry(77, "80", Bytes(8));
  const Scanned scanned =
      scan_bytes(write_fatbin(std::vector<testing::FatbinEntry>(5000, small)));
  EXPECT_THAT(scanned.images(), SizeIs(4096));
  EXPECT_THAT(scanned.said(), HasSubstr("more than 4096 images"));
}

}  // namespace
}  // namespace cudacompat
