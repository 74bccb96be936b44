// SPDX-License-Identifier: Apache-2.0
#include "base/json/located_json.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/json/json_syntax_error.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

using Kind = JsonValue::Kind;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// RapidJSON reports values without their place. Its tokens come in document
/// order, so the place is found by stepping over what lies between two tokens.
class Builder {
 public:
  Builder(std::string_view text, LocatedJson& out) : text_(text), out_(out) {}

  bool parse() {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    const std::size_t base = at_;
    rapidjson::MemoryStream stream(text_.data() + base, text_.size() - base);
    rapidjson::Reader reader;
    constexpr unsigned kFlags = rapidjson::kParseStopWhenDoneFlag |
                                rapidjson::kParseValidateEncodingFlag |
                                rapidjson::kParseNumbersAsStringsFlag;
    const rapidjson::ParseResult done = reader.Parse<kFlags>(stream, *this);
    if (done.Code() == rapidjson::kParseErrorTermination) return false;
    if (done.IsError()) {
      const std::size_t offset = base + done.Offset();
      error_ = json_syntax_error(text_, done.Code(), offset, next_token());
      return false;
    }
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    if (at_ == text_.size()) return true;
    error_ = json_unexpected(text_, at_, "the end of the text");
    return false;
  }

  // What RapidJSON calls, a token each. Numbers come as RawNumber alone.
  bool Null() { return scalar(Kind::null, 4); }
  bool Bool(bool value) {
    scalar(Kind::boolean, value ? 4 : 5);
    out_.values.back().truth = value;
    return true;
  }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return number(); }
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }
  bool String(const char* value, rapidjson::SizeType size, bool) {
    JsonValue& made = add(Kind::string);
    return take_string({value, size}, made.text);
  }
  bool Key(const char* value, rapidjson::SizeType size, bool) {
    key_offset_ = next_token();
    return take_string({value, size}, key_);
  }
  bool StartObject() { return open(Kind::object); }
  bool EndObject(rapidjson::SizeType) {
    note_duplicate_keys(close());
    return true;
  }
  bool StartArray() { return open(Kind::array); }
  bool EndArray(rapidjson::SizeType) {
    close();
    return true;
  }

  const Error& error() const { return error_; }

 private:
  /// The first byte of the next token; at_ moves there.
  std::uint32_t next_token() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n,:", at_), text_.size());
    return static_cast<std::uint32_t>(at_);
  }

  JsonValue& add(Kind kind) {
    JsonValue value;
    value.kind = kind;
    value.offset = next_token();
    value.key = std::exchange(key_, {});
    value.key_offset = key_offset_;
    out_.values.push_back(value);
    return out_.values.back();
  }

  bool scalar(Kind kind, std::size_t length) {
    add(kind);
    at_ += length;
    return true;
  }

  bool number() {
    JsonValue& value = add(Kind::number);
    const std::size_t end =
        std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
    value.text = text_.substr(at_, end - at_);
    at_ = end;
    return true;
  }

  /// The string whose opening quote is at at_; moves behind its closing quote.
  bool take_string(std::string_view decoded, std::string_view& out) {
    const std::size_t start = at_;
    bool escapes = false;
    ++at_;
    while (text_[at_] != '"') {
      escapes |= text_[at_] == '\\';
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    ++at_;
    out = text_.substr(start + 1, at_ - start - 2);
    if (!escapes) return true;
    // RapidJSON lets the second half of a surrogate pair stand alone.
    if (auto error = json_string_error(text_, start)) {
      error_ = std::move(*error);
      return false;
    }
    out = out_.decoded.emplace_back(decoded);
    return true;
  }

  bool open(Kind kind) {
    const JsonValue& value = add(kind);
    ++at_;
    if (open_.size() == kMaxJsonDepth) {
      error_ = Error{fmt::format("nested deeper than {} levels", kMaxJsonDepth),
                     value.offset};
      return false;
    }
    open_.push_back(out_.values.size() - 1);
    return true;
  }

  const JsonValue& close() {
    next_token();
    ++at_;
    JsonValue& value = out_.values[open_.back()];
    value.span = static_cast<std::uint32_t>(out_.values.size() - open_.back());
    open_.pop_back();
    return value;
  }

  void note_duplicate_keys(const JsonValue& object) {
    std::size_t members = 0;
    for ([[maybe_unused]] const JsonValue& member : JsonChildren(object)) {
      ++members;
    }
    constexpr std::size_t kFew = 16;  // comparing each pair is cheaper there
    if (members > kFew) {
      std::unordered_map<std::string_view, const JsonValue*> first;
      for (const JsonValue& member : JsonChildren(object)) {
        const auto [known, added] = first.emplace(member.key, &member);
        if (!added) note_duplicate_key(*known->second, member);
      }
      return;
    }
    for (const JsonValue& member : JsonChildren(object)) {
      for (const JsonValue& earlier : JsonChildren(object)) {
        if (&earlier == &member) break;
        if (earlier.key != member.key) continue;
        note_duplicate_key(earlier, member);
        break;
      }
    }
  }

  void note_duplicate_key(const JsonValue& first, const JsonValue& second) {
    constexpr std::size_t kEnough = 100;
    if (out_.duplicate_keys.size() == kEnough) return;
    const LineColumn place = line_column(text_, first.key_offset);
    out_.duplicate_keys.push_back(
        Error{fmt::format("the key {} stands twice in this object, first at "
                          "{}:{}; keep one of them",
                          quote(second.key), place.line, place.column),
              second.key_offset});
  }

  std::string_view text_;
  LocatedJson& out_;
  std::size_t at_ = 0;
  std::string_view key_;
  std::uint32_t key_offset_ = 0;
  std::vector<std::size_t> open_;
  Error error_;
};

}  // namespace

std::string_view kind_name(Kind kind) {
  constexpr std::string_view kNames[] = {
      "null", "true or false", "a number", "a string", "an array", "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

Result<LocatedJson> parse_located_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return fail(0, "{} bytes; at most {} are read", text.size(), kMaxJsonBytes);
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return fail(0, "the text is UTF-16; save it as UTF-8");
  }
  LocatedJson out;
  out.values.reserve(text.size() / 16 + 1);
  Builder builder(text, out);
  if (!builder.parse()) return tl::unexpected<Error>(builder.error());
  return out;
}

LineColumn line_column(std::string_view text, std::uint64_t offset) {
  const std::string_view before =
      text.substr(0, std::min<std::uint64_t>(offset, text.size()));
  LineColumn place;
  place.line += static_cast<std::uint64_t>(
      std::count(before.begin(), before.end(), '\n'));
  std::string_view line = before.substr(before.rfind('\n') + 1);
  if (place.line == 1 && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
  }
  place.column += static_cast<std::uint64_t>(std::count_if(
      line.begin(), line.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
  return place;
}

}  // namespace cudacompat
