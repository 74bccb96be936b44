#include "base/json/json_syntax_error.h"

#include <algorithm>
#include <string>

#include "base/text/message_text.h"

namespace cudacompat {
namespace {

constexpr std::string_view kInString = "invalid string: ";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// "[...] parse error at line 1, column 2: syntax error while parsing X -
/// WHAT; last read: 'Y'; expected Z" without its place, which is ours.
std::string_view without_place(std::string_view what) {
  const std::size_t dash = what.find(" - ");
  return dash == std::string_view::npos ? what : what.substr(dash + 3);
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Where the token at fault begins. `last_token` is that token only for
/// strings and numbers; in a broken string the last byte read is at fault.
std::size_t token_start(std::string_view text, std::size_t position,
                        std::string_view last_token, std::string_view what) {
  if (position > text.size()) return text.size();
  const auto back = [&](std::size_t n) {
    return position - std::min(n, position);
  };
  if (contains(what, "unexpected string literal") ||
      contains(what, "unexpected number literal") ||
      contains(what, "number overflow")) {
    return back(last_token.size());
  }
  std::size_t start = back(1);
  if (contains(what, "literal") && !contains(what, kInString)) {
    while (start > 0 && is_letter(text[start]) && is_letter(text[start - 1])) {
      --start;
    }
  }
  return start;
}

std::string found(std::string_view text, std::size_t start) {
  if (start >= text.size()) return "the end of the text";
  const std::string_view rest = text.substr(start);
  switch (rest[0]) {
    case '\0':
      return "a NUL byte";
    case '/':
    case '#':
      return "a comment (JSON has none)";
    case '\'':
      return "a single quote (JSON has double quotes)";
    case '"':
      return quote(rest.substr(1, rest.find('"', 1) - 1));
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return fmt::format("'{}'", rest[0]);
    default:
      return quote(rest.substr(0, rest.find_first_of(" \t\r\n,:[]{}\"")));
  }
}

std::string expected(std::string_view what) {
  constexpr std::string_view kExpected = "; expected ";
  const std::size_t at = what.rfind(kExpected);
  if (at == std::string_view::npos) return "a value";
  const std::string_view token = what.substr(at + kExpected.size());
  if (token == "string literal") return "a key in double quotes";
  if (token == "end of input") return "the end of the text";
  if (token == "'}'" || token == "']'") return fmt::format("',' or {}", token);
  return token == "':'" ? "':'" : "a value";
}

}  // namespace

Error syntax_error(std::string_view text, std::size_t position,
                   std::string_view last_token, std::string_view what) {
  what = without_place(what);
  const std::size_t start = token_start(text, position, last_token, what);
  if (contains(what, "number overflow")) {
    return {fmt::format("the number {} is too large",
                        quote(text.substr(start, position - start))),
            start};
  }
  if (const std::size_t at = what.find(kInString);
      at != std::string_view::npos) {
    std::string_view broken = what.substr(at + kInString.size());
    broken = broken.substr(0, broken.find("; last read: "));
    return {fmt::format("in a string: {}", broken), start};
  }
  if (contains(what, "invalid number")) {
    return {"a number that is not complete", start};
  }
  const std::string_view before = text.substr(0, start);
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  const bool closes =
      start < text.size() && (text[start] == '}' || text[start] == ']');
  if (closes && last != std::string_view::npos && before[last] == ',') {
    return {fmt::format("a comma before '{}'; remove it", text[start]), last};
  }
  return {fmt::format("found {} where {} was expected", found(text, start),
                      expected(what)),
          start};
}

}  // namespace cudacompat
