// SPDX-License-Identifier: Apache-2.0
#include "base/json/located_json.h"

#include <gtest/gtest.h>

namespace cudacompat {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

/// "LINE:COLUMN message" of a text that is not JSON.
std::string error_of(std::string_view text) {
  const Result<LocatedJson> parsed = parse_located_json(text);
  if (parsed) return "parsed";
  const LineColumn place = line_column(text, parsed.error().offset);
  return fmt::format("{}:{} {}", place.line, place.column,
                     parsed.error().message);
}

TEST(LocatedJson, KnowsWhereEachValueAndKeyBegins) {
  constexpr std::string_view kText =
      "{ \"a\" : [1, -2.5e3 ,true],\n\t\"b\":{\"c\":null , \"d\": \"x\\\"y\"}}";
  const Result<LocatedJson> parsed = parse_located_json(kText);
  ASSERT_TRUE(parsed);
  std::string places;
  for (const JsonValue& value : parsed->values) {
    places += fmt::format("{}@{} ", kind_name(value.kind), value.offset);
    if (!value.key.empty()) {
      EXPECT_EQ(kText.substr(value.key_offset + 1, value.key.size()),
                value.key);
    }
  }
  EXPECT_EQ(places,
            "an object@0 an array@8 a number@9 a number@12 true or false@20 "
            "an object@32 null@37 a string@49 ");
  EXPECT_EQ(parsed->values[3].text, "-2.5e3");
  EXPECT_TRUE(parsed->values[4].truth);
  EXPECT_EQ(parsed->values[7].text, "x\"y");
}

TEST(LocatedJson, StepsOverNestedValues) {
  const auto parsed = parse_located_json(R"([[1,[2]],{"a":{"b":3}},4])");
  ASSERT_TRUE(parsed);
  std::vector<std::uint32_t> offsets;
  for (const JsonValue& value : JsonChildren(parsed->root())) {
    offsets.push_back(value.offset);
  }
  EXPECT_EQ(offsets, (std::vector<std::uint32_t>{1, 9, 23}));
}

TEST(LocatedJson, DecodesEscapedKeysAndStrings) {
  const auto parsed =
      parse_located_json(R"({"\u0061\n": "\u00e9\ud83d\ude00"})");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->values[1].key, "a\n");
  EXPECT_EQ(parsed->values[1].text, "\u00e9\U0001f600");
}

TEST(LocatedJson, PointsAtTheTokenThatIsWrong) {
  const Row kCases[] = {
      Row("", "1:1 found the end of the text where a value was expected"),
      Row(" \n", "2:1 found the end of the text where a value was expected"),
      Row("{\"a\": [1, 2",
          "1:12 found the end of the text where ',' or ']' was expected"),
      Row("{\"a\": 1,}", "1:8 a comma before '}'; remove it"),
      Row("[1,\n2,\n]", "2:2 a comma before ']'; remove it"),
      Row("// x\n{}",
          "1:1 found a comment (JSON has none) where a value was expected"),
      Row("{\n  # x\n}",
          "2:3 found a comment (JSON has none) where a key in double quotes "
          "was "
          "expected"),
      Row("{'a': 1}",
          "1:2 found a single quote (JSON has double quotes) where a key in "
          "double quotes was expected"),
      Row("{\"a\" 1}", "1:6 found \"1\" where ':' was expected"),
      Row("{\"a\":: 1}", "1:6 found ':' where a value was expected"),
      Row("{\"a\": 1 \"b\": 2}",
          "1:9 found \"b\" where ',' or '}' was expected"),
      Row("{\"a\": 1 true}",
          "1:9 found \"true\" where ',' or '}' was expected"),
      Row("[1}", "1:3 found '}' where ',' or ']' was expected"),
      Row("{} {}", "1:4 found '{' where the end of the text was expected"),
      Row("{\"a\": True}", "1:7 found \"True\" where a value was expected"),
      Row("{\"a\": NaN}", "1:7 found \"NaN\" where a value was expected"),
      Row("{\"a\": 01}", "1:8 found \"1\" where ',' or '}' was expected"),
      Row("[1.]", "1:4 a number that is not complete"),
      Row("{\"a\": 1e999}", "1:7 the number \"1e999\" is too large"),
      Row("name: x", "1:1 found \"name\" where a value was expected"),
      Row("{\"a\": \"x\ny\"}",
          "1:9 in a string: control character U+000A must be written as "
          "\\n"),
      Row("[\"\x01\"]",
          "1:3 in a string: control character U+0001 must be written as "
          "\\u0001"),
      Row("[\"\\u12g4\"]",
          "1:3 in a string: \\u must be followed by 4 hex digits"),
      Row("[\"\\ud800x\"]",
          "1:3 in a string: half of a surrogate pair; write \\uD8xx\\uDCxx, "
          "or the character itself"),
      Row("[\"\\udc00\"]",
          "1:3 in a string: half of a surrogate pair; write \\uD8xx\\uDCxx, "
          "or the character itself"),
      Row("[nul]", "1:2 found \"nul\" where a value was expected"),
      Row("[-]", "1:3 a number that is not complete"),
      Row("[1e]", "1:4 a number that is not complete"),
      Row("{},", "1:3 found ',' where the end of the text was expected"),
      Row("{\"a\": \"x\xffy\"}", "1:9 in a string: ill-formed UTF-8 byte"),
      Row("{\"a\": \"abc", "1:11 in a string: missing closing quote"),
      Row("{\"a\": \"\\q\"}",
          "1:9 in a string: forbidden character after backslash"),
      Row(std::string_view("[\0]", 3),
          "1:2 found a NUL byte where a value was expected"),
      Row(std::string_view("[]\0[]", 5),
          "1:3 found a NUL byte where the end of the text was expected"),
      Row("\xff\xfe{\0}\0", "1:1 the text is UTF-16; save it as UTF-8"),
  };
  for (const auto& [text, expected] : kCases) {
    EXPECT_EQ(error_of(text), expected) << text;
  }
}

TEST(LocatedJson, RefusesNestingOverSixtyFourLevels) {
  EXPECT_EQ(error_of(std::string(64, '[') + std::string(64, ']')), "parsed");
  EXPECT_EQ(error_of(std::string(65, '[') + std::string(65, ']')),
            "1:65 nested deeper than 64 levels");
  EXPECT_EQ(error_of(std::string(1'000'000, '[')),
            "1:65 nested deeper than 64 levels");
}

TEST(LocatedJson, ReportsEveryDuplicateKeyInSmallAndLargeObjects) {
  std::string many = "{";
  for (int i = 0; i < 50; ++i) many += fmt::format("\"k{}\": {},", i, i);
  many += "\"k7\": 0, \"k7\": 1}";
  const std::pair<std::string, std::size_t> kCases[] = {
      {R"({"a":1,"b":2,"a":3})", 1},
      {R"({"a":{"x":1,"\u0078":2},"b":{"x":3}})", 1},
      {R"({"a":1,"a":2,"a":3})", 2},
      {many, 2},
  };
  for (const auto& [text, count] : kCases) {
    const auto parsed = parse_located_json(text);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->duplicate_keys.size(), count) << text;
  }
  const auto parsed = parse_located_json("{\"a\":1,\n \"a\":3}");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->duplicate_keys[0].message,
            "the key \"a\" stands twice in this object, first at 1:2; keep "
            "one of them");
  EXPECT_EQ(parsed->duplicate_keys[0].offset, 9u);
}

TEST(LineColumn, CountsCharactersTabsAndBothLineEnds) {
  constexpr std::string_view kText = "a\tb\r\n\u00e9\u4e16x\nlast";
  EXPECT_EQ(line_column(kText, 2).column, 3u);  // a tab is one column
  EXPECT_EQ(line_column(kText, 5).line, 2u);    // behind \r\n
  EXPECT_EQ(line_column(kText, 5).column, 1u);
  EXPECT_EQ(line_column(kText, 10).column, 3u);  // x, behind 2 + 3 bytes
  EXPECT_EQ(line_column(kText, 12).line, 3u);
  EXPECT_EQ(line_column(kText, 1000).column, 5u);
}

TEST(LineColumn, DoesNotCountAByteOrderMark) {
  EXPECT_EQ(line_column("\xef\xbb\xbf{}", 3).column, 1u);
  EXPECT_EQ(error_of("\xef\xbb\xbf{\"a\" 1}"),
            "1:6 found \"1\" where ':' was expected");
}

}  // namespace
}  // namespace cudacompat
