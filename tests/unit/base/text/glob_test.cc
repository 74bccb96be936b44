// SPDX-License-Identifier: Apache-2.0
#include "base/text/glob.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

TEST(Glob, MatchesTheWholeTextOrATailAfterASlash) {
  EXPECT_TRUE(glob_matches("lib/*.so", "lib/x.so"));
  EXPECT_TRUE(glob_matches("lib/*.so", "/opt/build/lib/x.so"));
  EXPECT_TRUE(glob_matches("*.so", "a/b.so"));
  EXPECT_TRUE(glob_matches("src/hopper/*.cu", "src/hopper/a/b.cu"));
  EXPECT_FALSE(glob_matches("lib/*.so", "mylib/x.so"));
  EXPECT_FALSE(glob_matches("lib/*.so", "lib/x.so.1"));
  EXPECT_FALSE(glob_matches("x.so", "libx.so"));
}

TEST(Glob, KnowsQuestionMarksAndSets) {
  EXPECT_TRUE(glob_matches("k?.o", "k1.o"));
  EXPECT_TRUE(glob_matches("k[12].o", "k2.o"));
  EXPECT_FALSE(glob_matches("k[12].o", "k3.o"));
}

}  // namespace
}  // namespace cudacompat
