// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/downgrade_text.h"

#include <gmock/gmock.h>

#include "change/downgrade/hints.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::string text_with(std::string_view body) {
  return "// .version 1.0 in a comment\n/* .version 2.0 */\n.version 9.5\n"
         ".target sm_80\n.address_size 64\n.visible .entry k()\n{\n" +
         std::string(body) + "\nret;\n}\n";
}

TEST(DowngradeTextTest, OnlyTheVersionChanges) {
  const std::string text = text_with("// .version 9.5");
  const auto downgraded = downgrade_text(text, {8, 0});
  ASSERT_TRUE(downgraded) << downgraded.error().message;
  std::string expected = text;
  expected.replace(expected.find("9.5\n.target"), 3, "8.0");
  EXPECT_EQ(downgraded->text, expected);
  EXPECT_EQ(downgraded->reference, text);
  EXPECT_THAT(downgraded->dropped, IsEmpty());
}

TEST(DowngradeTextTest, HintsThatTheVersionLacksBecomeBlanks) {
  const std::string text = text_with(
      ".pragma \"used_bytes_mask 0xfff\";\nld.global.v4.u32 {a,b,c,d}, [p];");
  const auto downgraded = downgrade_text(text, {8, 2});
  ASSERT_TRUE(downgraded);
  EXPECT_THAT(downgraded->text, Not(HasSubstr("pragma")));
  EXPECT_EQ(downgraded->text.size(), text.size());
  EXPECT_EQ(std::count(downgraded->text.begin(), downgraded->text.end(), '\n'),
            std::count(text.begin(), text.end(), '\n'));
  EXPECT_THAT(downgraded->reference, HasSubstr(".version 9.5"));
  EXPECT_THAT(downgraded->reference, Not(HasSubstr("pragma")));
  ASSERT_THAT(downgraded->dropped, SizeIs(1));
  EXPECT_EQ(downgraded->dropped[0].name, "used_bytes_mask");
  EXPECT_EQ(downgraded->dropped[0].line, 8u);
  // 8.3 has it.
  EXPECT_THAT(downgrade_text(text, {8, 3})->text, HasSubstr("used_bytes_mask"));
}

TEST(DowngradeTextTest, APragmaThatIsNoKnownHintStaysWhole) {
  for (const char* pragma :
       {".pragma \"unheard_of\";", ".pragma \"used_bytes_mask 1\", \"other\";",
        ".pragma \"nounroll\";", "// .pragma \"used_bytes_mask 1\";",
        ".pragma used_bytes_mask;", ".pragma \"used_bytes_mask 1\"",
        ".pragma \"used_bytes_mask"}) {
    const auto downgraded = downgrade_text(text_with(pragma), {8, 0});
    ASSERT_TRUE(downgraded) << pragma;
    EXPECT_THAT(downgraded->text, HasSubstr(pragma));
    EXPECT_THAT(downgraded->dropped, IsEmpty()) << pragma;
  }
}

TEST(DowngradeTextTest, ALongerNumberIsPaddedAndAnEarlierOneFits) {
  std::string text = text_with("");
  text.replace(text.find("9.5"), 3, "10.0");
  EXPECT_THAT(downgrade_text(text, {9, 0})->text, HasSubstr(".version 9.0 \n"));
}

TEST(DowngradeTextTest, ASecondModuleIsAnError) {
  const std::string text = text_with("");
  EXPECT_THAT(downgrade_text(text + text, {8, 0}).error().message,
              HasSubstr("more than one module"));
}

TEST(DowngradeTextTest, WhatCannotBeIsAnError) {
  const std::string text = text_with("");
  EXPECT_THAT(downgrade_text(text, {9, 5}).error().message,
              HasSubstr("not above 9.5"));
  EXPECT_FALSE(downgrade_text(text, {9, 6}));
  EXPECT_THAT(downgrade_text(text, {6, 5}).error().message,
              HasSubstr("exists from PTX 7.0 on"));
  EXPECT_FALSE(downgrade_text("no PTX", {8, 0}));
  EXPECT_FALSE(downgrade_text("", {8, 0}));
  EXPECT_FALSE(downgrade_text(".version 9.5\n.target sm_999\n", {8, 0}));
}

TEST(DowngradeTextTest, EveryCutIsReadWithoutHarm) {
  const std::string text =
      text_with(".pragma \"a\\\"b\", \"used_bytes_mask 1\"; /* */ // \n");
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto downgraded =
        downgrade_text(std::string_view(text).substr(0, n), {8, 0});
    EXPECT_EQ(downgraded ? downgraded->text.size() : n, n);
  }
}

TEST(WithoutCommentsTest, ShorterAndTheSameToAnAssembler) {
  EXPECT_EQ(without_comments("a // c\n\n  \n/* x\n y */b \"// s\" c  \n"),
            "a\n b \"// s\" c\n");
  EXPECT_EQ(without_comments("a/**/b"), "a b\n");
}

TEST(HintTableTest, EachRowHasAVersionAndASource) {
  for (const HintRow& row : hint_table()) {
    EXPECT_GT(row.since.major, 0) << row.name;
    EXPECT_THAT(std::string(row.source), HasSubstr("PTX ISA")) << row.name;
    EXPECT_EQ(find_hint(row.name), &row);
  }
  EXPECT_EQ(find_hint("unheard_of"), nullptr);
}

}  // namespace
}  // namespace cudacompat
