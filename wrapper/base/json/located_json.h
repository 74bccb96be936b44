// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"

namespace cudacompat {

/// One JSON value and where it stands. Values lie in document order, an array
/// or object directly before its contents.
struct JsonValue {
  enum class Kind : std::uint8_t {
    null,
    boolean,
    number,
    string,
    array,
    object
  };
  Kind kind = Kind::null;
  bool truth = false;            // of a boolean
  std::uint32_t offset = 0;      // of its first byte
  std::uint32_t key_offset = 0;  // of its key's opening quote
  std::uint32_t span = 1;        // values in it, itself included
  std::string_view text;         // string: decoded; number: as written
  std::string_view key;          // decoded; elements of an array have none
};

/// "a number", "an object" ...
std::string_view kind_name(JsonValue::Kind kind);

/// The values directly inside an array or object: a range.
class JsonChildren {
 public:
  class Iterator {
   public:
    explicit Iterator(const JsonValue* at) : at_(at) {}
    const JsonValue& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ += at_->span;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const JsonValue* at_;
  };
  explicit JsonChildren(const JsonValue& parent) : parent_(&parent) {}
  Iterator begin() const { return Iterator(parent_ + 1); }
  Iterator end() const { return Iterator(parent_ + parent_->span); }
  bool empty() const { return parent_->span == 1; }

 private:
  const JsonValue* parent_;
};

/// A parsed document. Views in it point into the text it was parsed from,
/// which must outlive it.
struct LocatedJson {
  std::vector<JsonValue> values;  // values[0] is the root
  std::vector<Error> duplicate_keys;
  std::deque<std::string> decoded;  // strings that held escapes
  const JsonValue& root() const { return values.front(); }
};

/// Parses RFC 8259 JSON. What makes the text unusable as a whole (syntax,
/// bytes that are not UTF-8, nesting over kMaxJsonDepth, size over
/// kMaxJsonBytes) is the Error, with its offset.
Result<LocatedJson> parse_located_json(std::string_view text);
inline constexpr std::size_t kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 28;

/// Lines end at '\n'; both numbers count from 1; a column is one character,
/// whatever its bytes, and a tab is one column.
struct LineColumn {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};
LineColumn line_column(std::string_view text, std::uint64_t offset);

}  // namespace cudacompat
