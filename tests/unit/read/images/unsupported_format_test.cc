// SPDX-License-Identifier: Apache-2.0
#include "read/images/unsupported_format.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

std::optional<std::string> reason(std::string_view head,
                                  std::string_view name = "x") {
  return unsupported_format(std::as_bytes(std::span(head)), name);
}

TEST(Unread, APackedFileIsNotSaidToHoldNothing) {
  EXPECT_THAT(reason("PK\x03\x04..."), Optional(HasSubstr("zip")));
  EXPECT_THAT(reason("\x1f\x8b\x08"), Optional(HasSubstr("gzip")));
  EXPECT_THAT(reason("\xfd"
                     "7zXZ"),
              Optional(HasSubstr("xz")));
  EXPECT_THAT(reason("\x28\xb5\x2f\xfd"), Optional(HasSubstr("zstd")));
  EXPECT_THAT(reason("MZ..."), Optional(HasSubstr("Windows")));
  EXPECT_THAT(reason(""), Optional(HasSubstr("empty")));
}

TEST(Unread, ANameThatPromisesDeviceCodeIsBelieved) {
  EXPECT_THAT(reason("hello", "k.ptx"), Optional(HasSubstr(".ptx")));
  EXPECT_THAT(reason("hello", "k.fatbin"), Optional(HasSubstr(".fatbin")));
  EXPECT_EQ(reason("hello", "k.txt"), std::nullopt);
  EXPECT_EQ(reason("#!/bin/sh", "run.sh"), std::nullopt);
}

}  // namespace
}  // namespace cudacompat
