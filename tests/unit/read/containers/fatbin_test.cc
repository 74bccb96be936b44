// SPDX-License-Identifier: Apache-2.0
#include "read/containers/fatbin.h"

#include <gmock/gmock.h>

#include "support/fatbin_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::concat;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::poke;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;
using testing::write_fatbin;

struct Walked {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> containers;
  std::vector<FatbinEntry> entries;
  std::vector<FatbinRecord> records;
  std::vector<Error> faults;
  std::string said() const {
    std::string all;
    for (const Error& fault : faults) all += fault.message + "\n";
    return all;
  }
};

Walked walk(const Bytes& bytes) {
  Walked walked;
  ByteSource source = ByteSource::from_memory(bytes, "fatbin");
  const ErrorSink faults = [&](Error error) {
    walked.faults.push_back(std::move(error));
  };
  FatbinWalker walker{Region(source), faults};
  while (walker.next_container()) {
    walked.containers.emplace_back(walker.container_offset(),
                                   walker.container_size());
    while (auto entry = walker.next_entry()) {
      walked.entries.push_back(*entry);
      if (entry->kind != kEntryConcatenated) continue;
      walker.records(*entry, [&](const FatbinRecord& record) {
        walked.records.push_back(record);
      });
    }
  }
  return walked;
}

Bytes joined(std::initializer_list<Bytes> parts) {
  testing::ByteWriter out;
  for (const Bytes& part : parts) out.bytes(part);
  return out.take();
}

TEST(FatbinTest, ReadsEachFieldOfAnEntry) {
  const Bytes bytes = write_fatbin({ptx("100f", "9.2")});
  const Walked walked = walk(bytes);
  ASSERT_THAT(walked.entries, SizeIs(1));
  const FatbinEntry& entry = walked.entries[0];
  EXPECT_EQ(entry.offset, 16u);
  EXPECT_EQ(entry.kind, kEntryPtx);
  EXPECT_EQ(entry.header_size, 80u);
  EXPECT_EQ(entry.payload, 96u);
  EXPECT_EQ(entry.size, bytes.size() - 96);
  EXPECT_GT(entry.packed_size, entry.size - 8);
  EXPECT_LE(entry.packed_size, entry.size);
  EXPECT_EQ(entry.major, 9);
  EXPECT_EQ(entry.minor, 2);
  EXPECT_EQ(entry.arch, 100u);
  EXPECT_EQ(entry.flags, kFlagZstd | kFlagFamily | 0x11);
  EXPECT_GT(entry.unpacked_size, 100u);
  EXPECT_THAT(walked.faults, IsEmpty());
}

TEST(FatbinTest, ContainersFollowEachOtherWithZerosBetween) {
  const Bytes one = write_fatbin({sass("80"), ptx("80", "8.0")});
  const Walked walked = walk(joined({one, Bytes(24), one, one, Bytes(10'000)}));
  EXPECT_THAT(walked.containers,
              ElementsAre(std::pair(0u, one.size()),
                          std::pair(one.size() + 24, one.size()),
                          std::pair(2 * one.size() + 24, one.size())));
  EXPECT_THAT(walked.entries, SizeIs(6));
  EXPECT_THAT(walked.faults, IsEmpty());
}

TEST(FatbinTest, BytesBehindTheLastContainerAreNamedWithTheirNumber) {
  const Bytes one = write_fatbin({sass("80")});
  const Walked walked = walk(joined({one, testing::to_bytes("garbage here")}));
  EXPECT_THAT(walked.entries, SizeIs(1));
  ASSERT_THAT(walked.faults, SizeIs(1));
  EXPECT_THAT(walked.said(), HasSubstr("12 bytes"));
  EXPECT_EQ(walked.faults[0].offset, one.size());
}

TEST(FatbinTest, TheMagicInAPayloadStartsNoContainer) {
  testing::FatbinEntry trap = sass("80");
  trap.payload = write_fatbin({sass("90"), sass("100")});
  const Walked walked = walk(write_fatbin({trap, sass("86")}));
  EXPECT_THAT(walked.containers, SizeIs(1));
  EXPECT_THAT(walked.entries, SizeIs(2));
  EXPECT_THAT(walked.faults, IsEmpty());
}

TEST(FatbinTest, EmptyContainersAndEntriesMakeProgress) {
  testing::FatbinEntry nothing = sass("80");
  nothing.payload.clear();
  const Bytes empty = write_fatbin(std::vector<testing::FatbinEntry>{});
  const Walked walked =
      walk(joined({empty, empty, write_fatbin({nothing, nothing}), empty}));
  EXPECT_THAT(walked.containers, SizeIs(4));
  EXPECT_THAT(walked.entries, SizeIs(2));
  EXPECT_THAT(walked.faults, IsEmpty());
  EXPECT_THAT(walk(Bytes(100'000)).containers, IsEmpty());
}

TEST(FatbinTest, AContainerThatClaimsMoreThanThereIsKeepsItsGoodEntries) {
  Bytes bytes = write_fatbin({sass("80"), sass("90")});
  poke(bytes, 8, bytes.size() + 1000, 8);
  const Walked walked = walk(bytes);
  EXPECT_THAT(walked.entries, SizeIs(2));
  EXPECT_THAT(walked.said(),
              AllOf(HasSubstr(std::to_string(bytes.size() + 1000)),
                    HasSubstr(std::to_string(bytes.size() - 16))));
}

TEST(FatbinTest, ADamagedEntryLosesTheRestOfItsContainerOnly) {
  const Bytes good = write_fatbin({sass("80"), sass("90")});
  const auto damaged = [&](std::size_t at, std::uint64_t value, int n) {
    Bytes bytes = joined({good, good});
    poke(bytes, 16 + at, value, n);
    return walk(bytes);
  };
  for (const auto& [at, value, n] :
       {std::tuple{2, 0x102, 2}, std::tuple{4, 63, 4}, std::tuple{4, 0, 4},
        std::tuple{4, 1 << 30, 4}, std::tuple{8, 1 << 30, 8},
        std::tuple{8, -1, 8}, std::tuple{8, -100, 8}}) {
    const Walked walked =
        damaged(static_cast<std::size_t>(at),
                static_cast<std::uint64_t>(std::int64_t{value}), n);
    EXPECT_THAT(walked.containers, SizeIs(2)) << at << " " << value;
    EXPECT_THAT(walked.entries, SizeIs(2)) << at << " " << value;
    ASSERT_THAT(walked.faults, SizeIs(1)) << at << " " << value;
    EXPECT_EQ(walked.faults[0].offset, 16u);
  }
}

TEST(FatbinTest, AnUnknownContainerVersionIsNotRead) {
  Bytes bytes = write_fatbin({sass("80")});
  poke(bytes, 4, 2, 2);
  EXPECT_THAT(walk(bytes).entries, IsEmpty());
  EXPECT_THAT(walk(bytes).said(), HasSubstr("fatbin version 2"));
  poke(bytes, 4, 1, 2);
  poke(bytes, 6, 8, 2);
  EXPECT_THAT(walk(bytes).said(), HasSubstr("a header of 8 bytes"));
}

TEST(FatbinTest, EachTruncationIsNamedAndKeepsWhatIsWhole) {
  const Bytes whole = write_fatbin({sass("80"), ptx("80", "8.0")});
  const std::size_t first = walk(whole).entries[0].size + 64 + 16;
  for (std::size_t n = 1; n < whole.size(); ++n) {
    const Walked walked = walk(
        Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)));
    EXPECT_THAT(walked.faults, Not(IsEmpty())) << n;
    EXPECT_THAT(walked.entries, SizeIs(n >= first ? 1 : 0)) << n;
  }
}

TEST(FatbinTest, AConcatenatedEntryListsItsImages) {
  std::vector<testing::FatbinEntry> images = {sass("80"), sass("90a"),
                                              ptx("100f", "9.5")};
  images[2].options = "--compile-only  ";
  const Walked walked = walk(write_fatbin({concat(images), sass("100")}));
  EXPECT_THAT(walked.faults, IsEmpty()) << walked.said();
  ASSERT_THAT(walked.records, SizeIs(3));
  EXPECT_EQ(walked.records[0].arch, 80u);
  EXPECT_EQ(walked.records[0].offset, 0u);
  EXPECT_EQ(walked.records[1].offset, walked.records[0].size);
  EXPECT_EQ(walked.records[1].flags & kFlagExact, kFlagExact);
  EXPECT_EQ(walked.records[2].kind, kEntryPtx);
  EXPECT_EQ(walked.records[2].major, 9);
  EXPECT_EQ(walked.records[2].minor, 5);
  EXPECT_THAT(walked.entries, SizeIs(2));
}

/// A record as fatbinary 13.5.37 writes it: header, name, options.
Bytes record(std::uint32_t offset, std::string_view name,
             std::string_view options) {
  const std::size_t name_room = name.empty() ? 0 : (name.size() / 8 + 1) * 8;
  testing::ByteWriter out;
  out.u16(kEntryElf).u16(0x101).u32(offset).u64(8).u32(0);
  out.u32(options.empty() ? 0 : 64 + name_room).u16(8).u16(1).u32(80);
  out.u32(name.empty() ? 0 : 64).u32(name.size()).u64(0x11).u64(0).u64(0);
  if (!name.empty()) out.text(name).u8(0).align(8);
  if (!options.empty()) {
    out.u32(72 + name_room).u32(options.size()).text(options).u8(0).align(8);
  }
  return out.take();
}

TEST(FatbinTest, RecordsAreStepedByTheirNamesAndOptions) {
  testing::ByteWriter table;
  const Bytes records =
      joined({record(0, "abcde.cu", "-O1  "), record(8, "abcdefg", "-g 12345"),
              record(16, "", ""), record(24, "a.cu", "")});
  table.u32(4).u32(8 + records.size()).bytes(records);
  const Bytes extra = table.take();
  testing::FatbinEntry entry = concat({sass("80")});
  entry.payload = Bytes(32);
  entry.options =
      std::string(reinterpret_cast<const char*>(extra.data()), extra.size());
  const Walked walked = walk(write_fatbin({entry}));
  EXPECT_THAT(walked.faults, IsEmpty()) << walked.said();
  ASSERT_THAT(walked.records, SizeIs(4));
  EXPECT_EQ(walked.records[3].offset, 24u);
  EXPECT_EQ(walked.records[0].name_size, 8u);
  EXPECT_EQ(walked.records[2].name_size, 0u);
}

TEST(FatbinTest, ADamagedTableOfAConcatenatedEntryIsNamed) {
  const Bytes good =
      write_fatbin({concat({sass("80"), sass("90")}), sass("100")});
  const std::size_t table = 16 + 64;
  const auto damaged = [&](std::size_t at, std::uint64_t value, int n) {
    Bytes bytes = good;
    poke(bytes, table + at, value, n);
    return walk(bytes);
  };
  // More images, or a longer table, than the header has room for.
  EXPECT_THAT(damaged(0, 3, 4).said(), HasSubstr("claims 3 images"));
  EXPECT_THAT(damaged(0, 0xffffffff, 4).said(), HasSubstr("4294967295"));
  EXPECT_THAT(damaged(4, 0xffffffff, 4).said(), HasSubstr("4294967295"));
  EXPECT_THAT(damaged(4, 0, 4).said(), HasSubstr("table of 0 bytes"));
  // An image outside the unpacked payload; options outside the table.
  const Walked outside = damaged(8 + 8, 1u << 30, 8);
  EXPECT_THAT(outside.said(), HasSubstr("1073741824 bytes"));
  EXPECT_THAT(outside.records, SizeIs(1));
  EXPECT_THAT(damaged(8 + 20, 1u << 30, 4).faults, SizeIs(1));
  EXPECT_THAT(damaged(8 + 32, 0xfffffff8, 8).faults, SizeIs(1));
  for (const std::size_t at : {0u, 4u, 16u, 28u}) {
    EXPECT_THAT(damaged(at, 0xffffffff, 4).entries, SizeIs(2)) << at;
  }
}

}  // namespace
}  // namespace cudacompat
