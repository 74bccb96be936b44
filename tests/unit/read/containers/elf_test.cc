// SPDX-License-Identifier: Apache-2.0
#include "read/containers/elf.h"

#include <gmock/gmock.h>

#include "support/elf_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using ::testing::HasSubstr;
using testing::poke;
using testing::to_bytes;
using testing::write_elf;

testing::ElfSpec three_sections() {
  testing::ElfSpec spec;
  spec.sections.push_back({.name = ".text", .data = to_bytes("code")});
  spec.sections.push_back({.name = ".nv_fatbin", .data = to_bytes("fatbin!!")});
  spec.sections.push_back({.name = ".bss", .type = 8, .size = 1u << 30});
  return spec;
}

class Opened {
 public:
  explicit Opened(const Bytes& bytes)
      : source_(ByteSource::from_memory(bytes, "elf")), file_(source_) {
    header = parse_elf_header(*file_.window_up_to(0, 64, "header"), 0);
    if (header) sections = ElfSections::open(file_, *header);
  }
  Result<ElfHeader> header = tl::unexpected(Error{});
  Result<ElfSections> sections = tl::unexpected(Error{});

 private:
  ByteSource source_;
  Region file_;
};

TEST(ElfTest, FindsSectionsByName) {
  Opened elf(write_elf(three_sections()));
  ASSERT_TRUE(elf.sections);
  ASSERT_EQ(elf.sections->count(), 5u);
  const ElfSection fatbin = *elf.sections->at(2);
  EXPECT_EQ(elf.sections->name(fatbin), ".nv_fatbin");
  EXPECT_FALSE(elf.sections->named(fatbin, ".nv_fatbi"));
  const auto bytes = elf.sections->bytes(fatbin, "fatbin");
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), 8u);
}

TEST(ElfTest, SectionsWithoutBytesHaveNoneWhateverTheirSize) {
  Opened elf(write_elf(three_sections()));
  const ElfSection bss = *elf.sections->at(3);
  EXPECT_FALSE(bss.has_bytes());
  EXPECT_EQ(elf.sections->bytes(bss, "bss")->size(), 0u);
}

TEST(ElfTest, ReadsTablesLongerThanItsBuffers) {
  testing::ElfSpec spec;
  for (int i = 0; i < 700; ++i) {
    spec.sections.push_back(
        {.name = ".text.kernel_number_" + std::to_string(i)});
  }
  Opened elf(write_elf(spec));
  ASSERT_TRUE(elf.sections);
  for (const std::uint32_t i : {1u, 699u, 32u, 33u, 700u, 2u}) {
    EXPECT_EQ(elf.sections->name(*elf.sections->at(i)),
              ".text.kernel_number_" + std::to_string(i - 1));
  }
}

TEST(ElfTest, ExtendedNumberingStandsInSectionZero) {
  testing::ElfSpec spec = three_sections();
  spec.section_count = 0;
  spec.section_names = 0xffff;
  Bytes bytes = write_elf(spec);
  std::uint64_t table = 0;
  for (int i = 7; i >= 0; --i) {
    table = table << 8 | static_cast<std::uint64_t>(bytes[40u + unsigned(i)]);
  }
  poke(bytes, table + 32, 5, 8);  // sh_size: how many
  poke(bytes, table + 40, 4, 4);  // sh_link: the names
  Opened elf(bytes);
  ASSERT_TRUE(elf.sections);
  ASSERT_EQ(elf.sections->count(), 5u);
  EXPECT_EQ(elf.sections->name(*elf.sections->at(2)), ".nv_fatbin");
}

TEST(ElfTest, AnyMachineAnyVersionOnlySixtyFourBitsLittleEndian) {
  Bytes bytes = write_elf(three_sections());
  poke(bytes, 18, 183, 2);   // aarch64
  poke(bytes, 20, 0x80, 4);  // e_version as ptxas 12.8 writes it
  EXPECT_EQ(Opened(bytes).header->machine, 183);
  EXPECT_EQ(Opened(bytes).header->version, 0x80u);
  Bytes narrow = bytes;
  poke(narrow, 4, 1, 1);
  EXPECT_THAT(Opened(narrow).header.error().message, HasSubstr("class 1"));
  Bytes big = bytes;
  poke(big, 5, 2, 1);
  EXPECT_FALSE(Opened(big).header);
  bytes.resize(63);
  EXPECT_THAT(Opened(bytes).header.error().message,
              AllOf(HasSubstr("64 bytes"), HasSubstr("there are 63")));
}

TEST(ElfTest, ATableOutsideTheFileNamesBothNumbers) {
  testing::ElfSpec spec = three_sections();
  spec.section_count = 1000;
  const Bytes bytes = write_elf(spec);
  Opened many(bytes);
  ASSERT_FALSE(many.sections);
  EXPECT_THAT(many.sections.error().message,
              AllOf(HasSubstr("1000 sections"), HasSubstr("room for 5")));
  spec.section_count.reset();
  spec.section_table_offset = bytes.size() + 1;
  Opened outside(write_elf(spec));
  ASSERT_FALSE(outside.sections);
  EXPECT_THAT(outside.sections.error().message,
              HasSubstr(std::to_string(bytes.size() + 1)));
  spec.section_table_offset = ~std::uint64_t{0} - 8;
  EXPECT_FALSE(Opened(write_elf(spec)).sections);
}

TEST(ElfTest, NoTableAtAllIsNoSections) {
  Bytes bytes = write_elf(three_sections());
  poke(bytes, 40, 0, 8);
  poke(bytes, 60, 0, 2);
  Opened elf(bytes);
  ASSERT_TRUE(elf.sections);
  EXPECT_EQ(elf.sections->count(), 0u);
  EXPECT_FALSE(elf.sections->at(0));
}

TEST(ElfTest, ASectionOutsideTheFileIsAnErrorWhenItsBytesAreAsked) {
  testing::ElfSpec spec = three_sections();
  spec.sections[1].offset = 1u << 20;
  Opened elf(write_elf(spec));
  const auto bytes = elf.sections->bytes(*elf.sections->at(2), ".nv_fatbin");
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().message,
              HasSubstr(".nv_fatbin needs 8 bytes at offset 1048576"));
}

TEST(ElfTest, NamesOutsideTheirTableAreEmpty) {
  Bytes bytes = write_elf(three_sections());
  Opened good(bytes);
  ElfSection section = *good.sections->at(1);
  section.name = 0xfffffff0;
  EXPECT_EQ(good.sections->name(section), "");
}

}  // namespace
}  // namespace cudacompat
