// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "support/cubin_writer.h"
#include "support/elf_writer.h"
#include "support/fatbin_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sass;
using testing::Scanned;
using ::testing::SizeIs;
using testing::write_fatbin;

constexpr std::uint64_t kLoaded = 2, kCode = 4;

Bytes leftover() {
  testing::FatbinEntry entry = sass("52");
  entry.payload = testing::write_empty_cubin("52");
  return write_fatbin({entry});
}

testing::ElfSpec library(Bytes device, Bytes data, std::uint64_t flags,
                         const char* name = ".ldata") {
  testing::ElfSpec spec;
  spec.type = 3;
  spec.sections = {
      {.name = ".nv_fatbin", .flags = kLoaded, .data = std::move(device)},
      {.name = name, .flags = flags, .data = std::move(data)},
  };
  return spec;
}

Scanned scanned(const testing::ElfSpec& spec) {
  return testing::scan_bytes(testing::write_elf(spec));
}

TEST(CarriedCodeTest, CodeAmongTheDataOfAFileWithoutOtherIsAProblem) {
  const Bytes fatbin = write_fatbin({sass("80")});
  for (const std::size_t before :
       {std::size_t{0}, std::size_t{12}, (std::size_t{1} << 20) - 5}) {
    Bytes data(before);
    data.insert(data.end(), fatbin.begin(), fatbin.end());
    for (const char* name : {".ldata", ".rodata"}) {
      const auto spec = library(leftover(), data, kLoaded, name);
      const Scanned found = scanned(spec);
      ASSERT_THAT(found.problems, SizeIs(1)) << before;
      EXPECT_THAT(found.said(), HasSubstr("device code stands in section " +
                                          std::string(name)));
      EXPECT_EQ(found.problems[0].offset,
                testing::section_offset(spec, 2) + before);
    }
  }
}

TEST(CarriedCodeTest, OrdinaryDataIsNone) {
  EXPECT_THAT(scanned(library(leftover(), Bytes(3000), kLoaded)).problems,
              IsEmpty());
  EXPECT_THAT(scanned(library(leftover(), Bytes(7), kLoaded)).problems,
              IsEmpty());
}

TEST(CarriedCodeTest, FilesWithCodeToJudgeAreNotSearched) {
  const Bytes fatbin = write_fatbin({sass("80")});
  EXPECT_THAT(scanned(library(fatbin, fatbin, kLoaded)).problems, IsEmpty());
  // Neither are sections that are not loaded, nor instructions.
  for (const std::uint64_t flags : {std::uint64_t{0}, kLoaded | kCode}) {
    EXPECT_THAT(scanned(library(leftover(), fatbin, flags)).problems,
                IsEmpty());
  }
}

}  // namespace
}  // namespace cudacompat
