// SPDX-License-Identifier: Apache-2.0
#include "base/json/json_syntax_error.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text/message_text.h"
#include "base/text/printable.h"

namespace cudacompat {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
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

/// The four hex digits at `at`; nullopt: they are not there.
std::optional<unsigned> hex4(std::string_view text, std::size_t at) {
  unsigned value = 0;
  const std::string_view digits = text.substr(std::min(at, text.size()), 4);
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 4 || stop != end || error != std::errc()) {
    return std::nullopt;
  }
  return value;
}

/// What is wrong with the escape whose backslash is at `at`, which moves
/// behind it.
std::string_view escape_error(std::string_view text, std::size_t& at) {
  const char c = at + 1 < text.size() ? text[at + 1] : '\0';
  if (c != 'u') {
    ++at;
    if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
      return "forbidden character after backslash";
    }
    ++at;
    return {};
  }
  const auto unit = hex4(text, at + 2);
  if (!unit) return "\\u must be followed by 4 hex digits";
  constexpr std::string_view kLone =
      "half of a surrogate pair; write \\uD8xx\\uDCxx, or the character itself";
  if (*unit >= 0xdc00 && *unit < 0xe000) return kLone;
  if (*unit >= 0xd800 && *unit < 0xdc00) {
    const auto low =
        text.substr(at + 6, 2) == "\\u" ? hex4(text, at + 8) : std::nullopt;
    if (low.value_or(0) < 0xdc00 || *low >= 0xe000) return kLone;
    at += 6;
  }
  at += 6;
  return {};
}

}  // namespace

Error json_unexpected(std::string_view text, std::size_t start,
                      std::string_view expected) {
  return {fmt::format("found {} where {} was expected", found(text, start),
                      expected),
          start};
}

std::optional<Error> json_string_error(std::string_view text,
                                       std::size_t start) {
  for (std::size_t at = start + 1; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c == '"') return std::nullopt;
    if (c == '\\') {
      if (const std::string_view why = escape_error(text, at); !why.empty()) {
        return Error{fmt::format("in a string: {}", why), at};
      }
    } else if (c < 0x20) {
      const std::string escape = c == '\n'   ? "\\n"
                                 : c == '\r' ? "\\r"
                                 : c == '\t' ? "\\t"
                                             : fmt::format("\\u{:04X}", c);
      return Error{fmt::format("in a string: control character U+{:04X} must "
                               "be written as {}",
                               c, escape),
                   at};
    } else {
      const std::size_t length = utf8_length(text.substr(at));
      if (length == 0) return Error{"in a string: ill-formed UTF-8 byte", at};
      at += length;
    }
  }
  return Error{"in a string: missing closing quote", text.size()};
}

Error json_syntax_error(std::string_view text, rapidjson::ParseErrorCode code,
                        std::size_t offset, std::size_t token) {
  std::string_view expected = "a value";
  switch (code) {
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent:
      return {"a number that is not complete", offset};
    case rapidjson::kParseErrorNumberTooBig: {
      const std::string_view number = text.substr(token);
      return {fmt::format("the number {} is too large",
                          quote(number.substr(
                              0, number.find_first_not_of("+-.0123456789eE")))),
              token};
    }
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
    case rapidjson::kParseErrorStringEscapeInvalid:
    case rapidjson::kParseErrorStringMissQuotationMark:
    case rapidjson::kParseErrorStringInvalidEncoding:
      if (auto error = json_string_error(text, token)) return *error;
      return {"in a string: it cannot be read", token};
    case rapidjson::kParseErrorObjectMissName:
      expected = "a key in double quotes";
      break;
    case rapidjson::kParseErrorObjectMissColon:
      expected = "':'";
      break;
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      expected = "',' or '}'";
      break;
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      expected = "',' or ']'";
      break;
    default:  // kParseErrorValueInvalid, kParseErrorDocumentEmpty
      if (offset > 0 && text[offset - 1] == '-') {
        return {"a number that is not complete", offset};
      }
      // It stopped within a word that begins as true, false or null do.
      while (offset > 0 && is_letter(text[offset - 1])) --offset;
  }
  const std::size_t last = text.substr(0, offset).find_last_not_of(kBlanks);
  const bool closes =
      offset < text.size() && (text[offset] == '}' || text[offset] == ']');
  if (closes && last != std::string_view::npos && text[last] == ',') {
    return {fmt::format("a comma before '{}'; remove it", text[offset]), last};
  }
  return json_unexpected(text, offset, expected);
}

}  // namespace cudacompat
