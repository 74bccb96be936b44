// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/sink.h"

namespace cudacompat {

/// Writes one JSON document piece by piece, so that a report's length costs no
/// memory. Keys come out in the order they are written. A `Layout::line`
/// object or array stands on one line (with all it holds), others are indented
/// by two blanks. Bytes that are not UTF-8 become U+FFFD.
class JsonWriter {
 public:
  enum class Layout { block, line };

  explicit JsonWriter(Sink sink) : sink_(std::move(sink)) {}

  void begin_object(Layout layout = Layout::block) { open('{', layout); }
  void begin_array(Layout layout = Layout::block) { open('[', layout); }
  /// Closes the innermost object or array; a newline ends the document.
  void end();

  /// The name of the value that follows.
  void key(std::string_view name);
  void string(std::string_view text);
  void number(std::uint64_t value);
  void boolean(bool value);
  void null();
  /// A value that is JSON already, as it is.
  void raw(std::string_view json);

  // A named value of an object.
  void member(std::string_view name, std::string_view text);
  void member(std::string_view name, const char* text);
  void member(std::string_view name, std::uint64_t value);
  void member(std::string_view name, bool value);
  void null_member(std::string_view name);
  /// null where the text is empty, or the value not there.
  void text_or_null(std::string_view name, std::string_view text);
  template <typename T>
  void value_or_null(std::string_view name, const std::optional<T>& value) {
    text_or_null(name, value ? to_string(*value) : "");
  }
  /// An array of strings on one line.
  void member(std::string_view name, const std::vector<std::string>& texts);

  /// False once the reader has gone: nothing more needs to be made.
  bool wanted() const { return wanted_; }

 private:
  struct Level {
    char close;
    Layout layout;
    bool empty;
  };

  void open(char bracket, Layout layout);
  void before_value();
  void newline();
  void put(std::string_view text);

  Sink sink_;
  std::vector<Level> levels_;
  bool after_key_ = false;
  bool wanted_ = true;
};

/// The text as a JSON string, quotes included.
std::string json_quoted(std::string_view text);

}  // namespace cudacompat
