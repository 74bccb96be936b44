// SPDX-License-Identifier: Apache-2.0
#include "base/json/json_writer.h"

#include <gmock/gmock.h>

namespace cudacompat {
namespace {

using Layout = JsonWriter::Layout;

Sink into(std::string& out) {
  return [&out](std::string_view text) {
    out += text;
    return true;
  };
}

TEST(JsonWriter, IndentsBlocksAndKeepsLines) {
  std::string out;
  JsonWriter json(into(out));
  json.begin_object();
  json.member("a", std::uint64_t{1});
  json.key("list");
  json.begin_array();
  json.begin_object(Layout::line);
  json.member("b", true);
  json.member("c", std::vector<std::string>{"x", "y"});
  json.end();
  json.null();
  json.end();
  json.key("none");
  json.begin_array();
  json.end();
  json.end();
  EXPECT_EQ(out,
            "{\n"
            "  \"a\": 1,\n"
            "  \"list\": [\n"
            "    {\"b\": true, \"c\": [\"x\", \"y\"]},\n"
            "    null\n"
            "  ],\n"
            "  \"none\": []\n"
            "}\n");
}

TEST(JsonWriter, WhatStandsInALineStaysInIt) {
  std::string out;
  JsonWriter json(into(out));
  json.begin_array(Layout::line);
  json.begin_object(Layout::block);
  json.member("a", "b");
  json.end();
  json.end();
  EXPECT_EQ(out, "[{\"a\": \"b\"}]\n");
}

TEST(JsonWriter, StopsWritingOnceTheReaderHasGone) {
  int calls = 0;
  JsonWriter json([&calls](std::string_view) {
    ++calls;
    return false;
  });
  json.begin_array();
  EXPECT_FALSE(json.wanted());
  for (int i = 0; i < 10; ++i) json.string("x");
  json.end();
  EXPECT_EQ(calls, 1);
}

TEST(JsonQuoted, EscapesWhatJsonDoesNotAllow) {
  EXPECT_EQ(json_quoted("a\"b\\c\n\t\x01\x7f"),
            "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\"");
}

TEST(JsonQuoted, KeepsUtf8AndReplacesEachByteThatIsNone) {
  EXPECT_EQ(json_quoted("gr\xc3\xbc\xc3\x9f"), "\"gr\xc3\xbc\xc3\x9f\"");
  EXPECT_EQ(json_quoted("\xf0\x9f\x98\x80"), "\"\xf0\x9f\x98\x80\"");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(json_quoted("\xff"), '"' + bad + '"');
  EXPECT_EQ(json_quoted("\xc3"), '"' + bad + '"');            // cut
  EXPECT_EQ(json_quoted("\xc0\xaf"), '"' + bad + bad + '"');  // overlong
  EXPECT_EQ(json_quoted("\xed\xa0\x80"),
            '"' + bad + bad + bad + '"');  // surrogate
  EXPECT_EQ(json_quoted("\xf4\x90\x80\x80"),
            '"' + bad + bad + bad + bad + '"');  // over U+10FFFF
}

}  // namespace
}  // namespace cudacompat
