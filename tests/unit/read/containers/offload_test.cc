// SPDX-License-Identifier: Apache-2.0
#include "read/containers/offload.h"

#include <gmock/gmock.h>

#include "base/bytes/little_endian.h"
#include "support/byte_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::ByteWriter;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::poke;
using ::testing::SizeIs;
using testing::to_bytes;

/// A container as LLVM's OffloadBinary::write lays it out.
Bytes container(std::uint16_t kind, std::string_view arch,
                std::string_view image) {
  constexpr std::size_t kStrings = 32 + 40, kText = kStrings + 16;
  const std::size_t image_at = (kText + 5 + arch.size() + 1 + 7) / 8 * 8;
  ByteWriter out;
  out.u32(0xad10ff10).u32(1);
  out.u64((image_at + image.size() + 7) / 8 * 8).u64(32).u64(40);
  out.u16(kind).u16(2).u32(0).u64(kStrings).u64(1);
  out.u64(image_at).u64(image.size());
  out.u64(kText).u64(kText + 5);
  out.text("arch").u8(0).text(arch).u8(0).align(8).text(image).align(8);
  return out.take();
}

struct Found {
  std::vector<OffloadEntry> entries;
  std::vector<Error> faults;
};

Found read(const Bytes& bytes) {
  Found found;
  ByteSource source = ByteSource::from_memory(bytes, "offload");
  read_offload(
      Region(source), [&](Error e) { found.faults.push_back(std::move(e)); },
      [&](const OffloadEntry& e) { found.entries.push_back(e); });
  return found;
}

TEST(OffloadTest, ReadsEachContainerOfASection) {
  ByteWriter out;
  out.bytes(container(3, "sm_90a", "cubin")).zeros(8);
  out.bytes(container(5, "sm_80", "ptx text"));
  const Bytes bytes = out.take();
  const Found found = read(bytes);
  EXPECT_THAT(found.faults, IsEmpty());
  ASSERT_THAT(found.entries, SizeIs(2));
  EXPECT_EQ(found.entries[0].kind, OffloadEntry::Kind::cubin);
  EXPECT_EQ(found.entries[0].arch, "sm_90a");
  EXPECT_TRUE(found.entries[0].cuda);
  EXPECT_EQ(found.entries[1].kind, OffloadEntry::Kind::ptx);
  EXPECT_EQ(as_text(std::span(bytes).subspan(found.entries[1].offset,
                                             found.entries[1].size)),
            "ptx text");
}

TEST(OffloadTest, DamageIsNamedAndTheNextContainerStillRead) {
  const Bytes good = container(3, "sm_90", "cubin");
  const auto damaged = [&](std::size_t at, std::uint64_t value, int n) {
    ByteWriter out;
    out.bytes(good).bytes(good);
    Bytes bytes = out.take();
    poke(bytes, at, value, n);
    return read(bytes);
  };
  // The image outside its container; the entry too; the entry too short.
  EXPECT_THAT(damaged(32 + 32, 1000, 8).entries, SizeIs(1));
  EXPECT_THAT(damaged(32 + 24, ~std::uint64_t{0}, 8).entries, SizeIs(1));
  EXPECT_THAT(damaged(16, 1u << 20, 8).entries, SizeIs(1));
  const Found small = damaged(24, 39, 8);
  EXPECT_THAT(small.entries, SizeIs(1));
  EXPECT_THAT(small.faults[0].message, AllOf(HasSubstr("39"), HasSubstr("40")));
  // Without a size the next cannot be found.
  EXPECT_THAT(damaged(8, 0, 8).entries, IsEmpty());
  EXPECT_THAT(damaged(8, 1u << 30, 8).entries, IsEmpty());
  EXPECT_THAT(damaged(4, 2, 4).faults, SizeIs(1));
  // Strings anywhere else cost the arch only.
  const Found lost = damaged(32 + 8, 1u << 30, 8);
  EXPECT_THAT(lost.entries, SizeIs(2));
  EXPECT_EQ(lost.entries[0].arch, "");
}

TEST(OffloadTest, EachTruncationIsNamed) {
  const Bytes good = container(3, "sm_90", "cubin");
  for (std::size_t n = 1; n < good.size(); ++n) {
    const Found found = read(
        Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n)));
    EXPECT_THAT(found.entries, IsEmpty()) << n;
    EXPECT_THAT(found.faults, SizeIs(1)) << n;
  }
}

}  // namespace
}  // namespace cudacompat
