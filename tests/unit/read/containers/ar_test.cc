// SPDX-License-Identifier: Apache-2.0
#include "read/containers/ar.h"

#include <gmock/gmock.h>

#include "base/bytes/little_endian.h"
#include "support/host_writer.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::to_bytes;
using testing::write_ar;

struct Members {
  std::vector<std::string> names;
  std::vector<std::string> contents;
  std::string error;
};

Members read(const Bytes& bytes, bool thin = false) {
  Members members;
  ByteSource source = ByteSource::from_memory(bytes, "lib.a");
  const Region file(source);
  ArReader reader(file, thin);
  for (;;) {
    auto next = reader.next();
    if (!next) {
      members.error = next.error().message;
      return members;
    }
    if (!*next) return members;
    members.names.push_back((*next)->name);
    if (thin) continue;
    const auto body = file.slice((*next)->offset, (*next)->size, "member");
    members.contents.emplace_back(
        as_text(*body->window(0, body->size(), "member")));
  }
}

/// A member header and its bytes, as text.
std::string member(std::string name, std::size_t size, std::string body) {
  name.resize(16, ' ');
  std::string length = std::to_string(size);
  length.resize(10, ' ');
  if (body.size() % 2 != 0) body += '\n';
  return name + std::string(12, '0') + "0     0     100644  " + length + "`\n" +
         body;
}

TEST(ArTest, ReadsShortAndLongGnuNames) {
  const Bytes bytes = write_ar({{"a.o", to_bytes("one")},
                                {"a_name_over_fifteen.o", to_bytes("two2")},
                                {"another_long_name_here.o", to_bytes("3")}});
  const Members members = read(bytes);
  EXPECT_THAT(members.names, ElementsAre("a.o", "a_name_over_fifteen.o",
                                         "another_long_name_here.o"));
  EXPECT_THAT(members.contents, ElementsAre("one", "two2", "3"));
  EXPECT_EQ(members.error, "");
}

TEST(ArTest, SymbolTablesAreNoMembers) {
  const std::string text =
      "!<arch>\n" + member("/", 4, "syms") + member("/SYM64/", 4, "syms") +
      member("__.SYMDEF", 4, "syms") + member("a.o/", 1, "x");
  EXPECT_THAT(read(to_bytes(text)).names, ElementsAre("a.o"));
}

TEST(ArTest, BsdNamesLieBeforeTheBytes) {
  const std::string text =
      "!<arch>\n" +
      member("#1/20", 24, std::string("a long bsd name.o\0\0\0", 20) + "body") +
      member("#1/12", 14, std::string("__.SYMDEF\0\0\0", 12) + "xx") +
      member("plain.o", 2, "yz");
  const Members members = read(to_bytes(text));
  EXPECT_THAT(members.names, ElementsAre("a long bsd name.o", "plain.o"));
  EXPECT_THAT(members.contents, ElementsAre("body", "yz"));
}

TEST(ArTest, AThinArchiveHasHeadersOnly) {
  const Bytes bytes = write_ar(
      {{"sub/dir/first_object.o", Bytes(5000)}, {"second.o", Bytes(3)}}, true);
  EXPECT_TRUE(ArReader::is_thin(bytes));
  EXPECT_THAT(read(bytes, true).names,
              ElementsAre("sub/dir/first_object.o", "second.o"));
}

TEST(ArTest, ASizeOverTheFileEndsTheReadingWithBothNumbers) {
  const std::string text =
      "!<arch>\n" + member("a.o/", 1, "x") + member("b.o/", 1000, "yy");
  const Members members = read(to_bytes(text));
  EXPECT_THAT(members.names, ElementsAre("a.o"));
  EXPECT_THAT(members.error,
              AllOf(HasSubstr("1000 bytes"), HasSubstr("there are 132")));
}

TEST(ArTest, DamagedHeadersAndNamesAreErrors) {
  const std::string good = member("a.o/", 2, "xx");
  std::string bad_end = good;
  bad_end[58] = '!';
  std::string bad_size = good;
  bad_size[48] = '-';
  const std::string huge = member("b.o/", 0, "").replace(48, 10, "9999999999");
  for (const std::string& text :
       {bad_end, bad_size, huge, member("/7", 2, "xx"), member("/x", 2, "xx"),
        member("#1/99", 2, "xx"),
        member("//", 4, "n/\n\n") + member("/99", 2, "xx")}) {
    const Members members = read(to_bytes("!<arch>\n" + good + text));
    EXPECT_THAT(members.names, ElementsAre("a.o")) << text;
    EXPECT_NE(members.error, "") << text;
  }
}

TEST(ArTest, EachTruncationEndsWithTheMembersBeforeIt) {
  const Bytes whole = write_ar(
      {{"a.o", to_bytes("onex")}, {"a_name_over_fifteen.o", to_bytes("two2")}});
  for (std::size_t n = 8; n < whole.size(); ++n) {
    const Members members = read(
        Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)));
    EXPECT_LT(members.names.size(), 2u) << n;
  }
}

TEST(ArTest, EmptyMembersMakeProgress) {
  std::string text = "!<arch>\n";
  for (int i = 0; i < 1000; ++i) text += member("e.o/", 0, "");
  EXPECT_EQ(read(to_bytes(text)).names.size(), 1000u);
}

}  // namespace
}  // namespace cudacompat
