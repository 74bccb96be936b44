// SPDX-License-Identifier: Apache-2.0
#include "base/json/json_writer.h"

#include <fmt/format.h>

#include <utility>

#include "base/text/printable.h"

namespace cudacompat {

std::string json_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t n = utf8_length(text);
    const char c = text.front();
    if (n == 0) {
      out += "\xef\xbf\xbd";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += text.substr(0, n);
    }
    text.remove_prefix(n == 0 ? 1 : n);
  }
  out += '"';
  return out;
}

void JsonWriter::put(std::string_view text) {
  if (wanted_) wanted_ = sink_(text);
}

void JsonWriter::newline() {
  put("\n");
  for (std::size_t i = 0; i < levels_.size(); ++i) put("  ");
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) put(level.layout == Layout::line ? ", " : ",");
  if (level.layout == Layout::block) newline();
  level.empty = false;
}

void JsonWriter::open(char bracket, Layout layout) {
  before_value();
  const bool inside_line =
      !levels_.empty() && levels_.back().layout == Layout::line;
  put(std::string_view(&bracket, 1));
  levels_.push_back(
      {bracket == '{' ? '}' : ']', inside_line ? Layout::line : layout, true});
}

void JsonWriter::end() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.layout == Layout::block && !level.empty) newline();
  put(std::string_view(&level.close, 1));
  if (levels_.empty()) put("\n");
}

void JsonWriter::key(std::string_view name) {
  before_value();
  put(json_quoted(name));
  put(": ");
  after_key_ = true;
}

void JsonWriter::string(std::string_view text) {
  before_value();
  put(json_quoted(text));
}

void JsonWriter::number(std::uint64_t value) {
  before_value();
  put(fmt::format_int(value).c_str());
}

void JsonWriter::boolean(bool value) {
  before_value();
  put(value ? "true" : "false");
}

void JsonWriter::null() {
  before_value();
  put("null");
}

void JsonWriter::raw(std::string_view json) {
  before_value();
  put(json);
}

void JsonWriter::member(std::string_view name, std::string_view text) {
  key(name);
  string(text);
}

void JsonWriter::member(std::string_view name, const char* text) {
  member(name, std::string_view(text));
}

void JsonWriter::member(std::string_view name, std::uint64_t value) {
  key(name);
  number(value);
}

void JsonWriter::member(std::string_view name, bool value) {
  key(name);
  boolean(value);
}

void JsonWriter::null_member(std::string_view name) {
  key(name);
  null();
}

void JsonWriter::text_or_null(std::string_view name, std::string_view text) {
  if (text.empty()) {
    null_member(name);
  } else {
    member(name, text);
  }
}

void JsonWriter::member(std::string_view name,
                        const std::vector<std::string>& texts) {
  key(name);
  begin_array(Layout::line);
  for (const std::string& text : texts) string(text);
  end();
}

}  // namespace cudacompat
