#include "base/model/compiled_profile_reader.h"

#include <algorithm>

#include "base/text/message_text.h"

namespace cudacompat {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// Appends what the escape at the start of `text` stands for; the bytes that
/// it takes, or 0 where it is none.
std::size_t unescape(std::string_view text, std::string& out) {
  if (text.size() < 2) return 0;
  switch (text[1]) {
    case '"':
    case '\\':
      out += text[1];
      return 2;
    case 'n':
      out += '\n';
      return 2;
    case 't':
      out += '\t';
      return 2;
    case 'r':
      out += '\r';
      return 2;
    case 'x': {
      if (text.size() < 4) return 0;
      const int high = hex_digit(text[2]);
      const int low = hex_digit(text[3]);
      if (high < 0 || low < 0) return 0;
      out += static_cast<char>(high * 16 + low);
      return 4;
    }
    default:
      return 0;
  }
}

}  // namespace

PlanReader::PlanReader(std::string_view text, const std::string& file)
    : rest_(text), file_(file) {
  next_line();
}

bool PlanReader::begins(std::string_view key) {
  if (!ok() || !fields_.starts_with(key)) return false;
  if (fields_.size() > key.size() && fields_[key.size()] != ' ') return false;
  fields_.remove_prefix(key.size());
  return true;
}

void PlanReader::expect(std::string_view key) {
  if (!begins(key)) refuse(fields_, key);
}

void PlanReader::end_line() {
  if (!fields_.empty()) refuse(fields_, "the end of the line");
  next_line();
}

void PlanReader::end_file() {
  if (!fields_.empty()) refuse(fields_, "the end of the line");
  if (!rest_.empty()) refuse(rest_, "the end of the file");
}

std::string_view PlanReader::word(std::string_view expected) {
  if (!ok()) return {};
  const std::size_t end = std::min(fields_.find(' ', 1), fields_.size());
  if (!fields_.starts_with(' ') || end == 1) {
    refuse(fields_, expected);
    return {};
  }
  const std::string_view found = fields_.substr(1, end - 1);
  fields_.remove_prefix(end);
  return found;
}

std::string PlanReader::text(std::string_view expected) {
  std::string out;
  if (!ok()) return out;
  std::size_t i = 2;
  if (!fields_.starts_with(" \"")) i = fields_.size();
  while (i < fields_.size() && fields_[i] != '"') {
    if (fields_[i] == '\\') {
      const std::size_t taken = unescape(fields_.substr(i), out);
      i = taken == 0 ? fields_.size() : i + taken;
      continue;
    }
    const std::size_t first = i;
    while (i < fields_.size() && fields_[i] != '"' && fields_[i] != '\\') ++i;
    out += fields_.substr(first, i - first);
  }
  if (i >= fields_.size()) {
    refuse(fields_, expected);
    return {};
  }
  fields_.remove_prefix(i + 1);
  return out;
}

void PlanReader::refuse(std::string_view found, std::string_view expected) {
  if (!ok()) return;
  error_ =
      Error{fmt::format("{}:{}: found {} where {} was expected; the build's "
                        "configure step makes this file: run it again",
                        file_, line_, quote(found), expected)};
}

void PlanReader::next_line() {
  if (!ok()) return;
  ++line_;
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos) {
    refuse(rest_, "a line with its end");
    return;
  }
  fields_ = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
}

}  // namespace cudacompat
