// SPDX-License-Identifier: Apache-2.0
#include "base/text/message_text.h"

#include <gtest/gtest.h>

#include <array>

namespace cudacompat {
namespace {

TEST(Shown, KeepsPlainText) {
  EXPECT_EQ(quote("NVIDIA L4"), "\"NVIDIA L4\"");
  EXPECT_EQ(quote("Gr\u00fc\u00dfe \u4e16 \U0001f600"),
            "\"Gr\u00fc\u00dfe \u4e16 \U0001f600\"");
}

TEST(Shown, EscapesWhatCouldSteerATerminal) {
  EXPECT_EQ(quote("a\x1b[31mb"), "\"a\\x1b[31mb\"");
  EXPECT_EQ(quote("a\nb\x7f"), "\"a\\x0ab\\x7f\"");
  EXPECT_EQ(quote("\u009b31m"), "\"\\xc2\\x9b31m\"");     // C1 CSI
  EXPECT_EQ(quote("x\u202ey"), "\"x\\xe2\\x80\\xaey\"");  // right to left
}

TEST(Shown, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(quote("\xff"), "\"\\xff\"");
  EXPECT_EQ(quote("\xc3"), "\"\\xc3\"");           // cut short
  EXPECT_EQ(quote("\xc0\xaf"), "\"\\xc0\\xaf\"");  // overlong
  EXPECT_EQ(quote("\xe0\x80\xaf"), "\"\\xe0\\x80\\xaf\"");
  EXPECT_EQ(quote("\xed\xa0\x80"), "\"\\xed\\xa0\\x80\"");  // surrogate
  EXPECT_EQ(quote("\xf4\x90\x80\x80"), "\"\\xf4\\x90\\x80\\x80\"");
}

TEST(Shown, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(quote("abcdef", 3), "\"abc...\"");
  EXPECT_EQ(quote("ab\u4e16", 4), "\"ab...\"");
  EXPECT_EQ(quote("abc", 3), "\"abc\"");
}

TEST(Nearest, FindsTheWordThatWasMeant) {
  constexpr std::array<std::string_view, 4> kWords = {"name", "gpus", "driver",
                                                      "cuda_compat"};
  EXPECT_EQ(nearest("nmae", kWords), "name");  // two letters swapped
  EXPECT_EQ(nearest("gpu", kWords), "gpus");
  EXPECT_EQ(nearest("cuda-compat", kWords), "cuda_compat");
  EXPECT_EQ(nearest("Driver", kWords), "driver");
  EXPECT_EQ(nearest("colour", kWords), "");
  EXPECT_EQ(nearest("", kWords), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), kWords), "");
}

TEST(OneOf, JoinsWithOr) {
  constexpr std::array<std::string_view, 3> kWords = {"a", "b", "c"};
  EXPECT_EQ(one_of(kWords), "a, b or c");
  EXPECT_EQ(one_of(std::span(kWords).first(2)), "a or b");
  EXPECT_EQ(one_of(std::span(kWords).first(1)), "a");
}

TEST(MessageText, WordsOfAShell) {
  EXPECT_EQ(shell_word("/b/lib-1.so"), "/b/lib-1.so");
  EXPECT_EQ(shell_word("-DX=80,90"), "-DX=80,90");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("my app"), "'my app'");
  EXPECT_EQ(shell_word("80;90"), "'80;90'");
  EXPECT_EQ(shell_word("$(x)`y`~"), "'$(x)`y`~'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace cudacompat
