// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "support/elf_writer.h"
#include "support/fatbin_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sass;
using ::testing::SizeIs;
using testing::to_bytes;
using testing::write_fatbin;

constexpr std::uint16_t kUndefined = 0, kDefined = 1;

/// A shared library with one relocatable container and these two dynamic
/// symbols: "__cudaRegisterLinkedBinary_a" and "..._b".
Bytes library(std::uint16_t a, std::uint16_t b, const char* section) {
  const std::string name = "__cudaRegisterLinkedBinary_";
  const std::string names = '\0' + name + "a" + '\0' + name + "b" + '\0';
  testing::ByteWriter symbols;
  symbols.zeros(24);
  std::uint32_t at = 1;
  for (const std::uint16_t where : {a, b}) {
    symbols.u32(at).u8(0x12).u8(0).u16(where).u64(0).u64(0);
    at += static_cast<std::uint32_t>(name.size()) + 2;
  }
  testing::ElfSpec spec;
  spec.type = 3;
  spec.sections = {
      {.name = section, .data = write_fatbin({sass("80")})},
      {.name = ".dynstr", .type = 3, .data = to_bytes(names)},
      {.name = ".dynsym", .type = 11, .data = symbols.take(), .link = 2},
  };
  return testing::write_elf(spec);
}

TEST(UnlinkedUnitsTest, ADeviceLinkThatLeftAnObjectOutIsAProblem) {
  const auto one =
      testing::scan_bytes(library(kDefined, kUndefined, "__nv_relfatbin"));
  ASSERT_THAT(one.problems, SizeIs(1));
  EXPECT_THAT(one.said(), HasSubstr("cannot be loaded: 1 object"));
  EXPECT_THAT(one.said(), HasSubstr("(__cudaRegisterLinkedBinary_b is called"));
  const auto both =
      testing::scan_bytes(library(kUndefined, kUndefined, "__nv_relfatbin"));
  EXPECT_THAT(both.said(), HasSubstr("cannot be loaded: 2 objects"));
  EXPECT_THAT(both.images(), SizeIs(1));
}

TEST(UnlinkedUnitsTest, AWholeDeviceLinkIsNone) {
  EXPECT_THAT(testing::scan_bytes(library(kDefined, kDefined, "__nv_relfatbin"))
                  .problems,
              IsEmpty());
  // No relocatable code in the file: whatever it calls is not its own.
  EXPECT_THAT(
      testing::scan_bytes(library(kUndefined, kDefined, ".nv_fatbin")).problems,
      IsEmpty());
}

}  // namespace
}  // namespace cudacompat
