// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "base/bytes/byte_source.h"
#include "support/byte_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kMost = ~std::uint64_t{0};

class RegionTest : public ::testing::Test {
 protected:
  ByteSource source_ =
      ByteSource::from_memory(testing::to_bytes("0123456789abcdef"), "letters");
  Region all_{source_};
};

TEST_F(RegionTest, ASliceOfASliceCountsFromItsOwnStart) {
  const auto middle = all_.slice(4, 8, "middle");
  const auto inner = middle->slice(2, 3, "inner");
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->base(), 6u);
  EXPECT_EQ(inner->size(), 3u);
  EXPECT_EQ((*inner->window(0, 1, "byte"))[0], std::byte{'6'});
}

TEST_F(RegionTest, ASliceNeverLeavesItsRegionThoughTheFileGoesOn) {
  const auto part = all_.slice(0, 8, "part");
  const auto past = part->slice(6, 3, "entry");
  ASSERT_FALSE(past);
  EXPECT_THAT(past.error().message,
              AllOf(HasSubstr("entry needs 3 bytes at offset 6"),
                    HasSubstr("there are 8")));
  EXPECT_EQ(past.error().offset, 6u);
  EXPECT_FALSE(part->window(8, 1, "byte"));
  EXPECT_EQ(part->window_up_to(6, 100, "tail")->size(), 2u);
}

TEST_F(RegionTest, SumsThatLeave64BitsAreRefused) {
  const auto part = all_.slice(4, 8, "part");
  EXPECT_FALSE(part->slice(kMost, 2, "x"));
  EXPECT_FALSE(part->slice(1, kMost, "x"));
  EXPECT_FALSE(part->slice(kMost, kMost, "x"));
  EXPECT_FALSE(part->window(kMost - 3, 8, "x"));
  EXPECT_TRUE(part->slice(8, 0, "nothing at the end"));
}

}  // namespace
}  // namespace cudacompat
