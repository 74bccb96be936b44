// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/wheel_record.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

// SHA-256 of "abc" (FIPS 180-4, example), and as `pip hash` and RECORD have it.
constexpr const char* kHex =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char* kBase64 = "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0";

TEST(WheelRecord, OnlyTheChangedRowsAreNew) {
  const auto out = updated_record(
      "pkg/__init__.py,sha256=AAAA,10\r\npkg/lib.so,sha256=BBBB,20\r\n"
      "pkg-1.dist-info/RECORD,,\r\n",
      {{"pkg/lib.so", {kHex, 30}}});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, std::string("pkg/__init__.py,sha256=AAAA,10\r\n"
                              "pkg/lib.so,sha256=") +
                      kBase64 + ",30\r\npkg-1.dist-info/RECORD,,\r\n");
}

TEST(WheelRecord, QuotedNamesAndNoLastNewline) {
  const auto out = updated_record("\"a,\"\"b\"\".so\",sha256=BBBB,20",
                                  {{"a,\"b\".so", {kHex, 3}}});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, std::string("\"a,\"\"b\"\".so\",sha256=") + kBase64 + ",3");
}

TEST(WheelRecord, AFileThatIsNotListed) {
  const auto out = updated_record("a.so,sha256=B,2\n", {{"b.so", {kHex, 3}}});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().message, "the wheel's RECORD does not list b.so");
}

TEST(WheelRecord, Names) {
  EXPECT_TRUE(is_wheel_record("torch-2.9.1.dist-info/RECORD"));
  EXPECT_FALSE(is_wheel_record("x/torch-2.9.1.dist-info/RECORD"));
  EXPECT_FALSE(is_wheel_record("RECORD"));
}

}  // namespace
}  // namespace cudacompat
