// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_pieces.h"

#include <algorithm>
#include <utility>

#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kChunk = 256u << 10;
constexpr char kEscape = '\x1b';

/// How `text` spells the byte that starts a colour; 0: it does not start so.
std::size_t escape_length(std::string_view text) {
  for (const std::string_view spelling :
       {"\x1b", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e"}) {
    if (text.starts_with(spelling)) return spelling.size();
  }
  return 0;
}

/// The length of a colour or cursor command (ESC [ ... letter) at the start.
std::size_t command_length(std::string_view text) {
  const std::size_t start = escape_length(text);
  if (start == 0 || start >= text.size() || text[start] != '[') {
    return text.starts_with(kEscape) ? 1 : 0;
  }
  std::size_t end = start + 1;
  while (end < text.size() && text[end] >= 0x20 && text[end] < 0x40) ++end;
  return std::min(end + 1, text.size());
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

/// UTF-16 without a byte order mark: a zero beside each of the first letters.
bool looks_like_utf16(std::string_view start) {
  return start.size() >= 4 && start[0] != 0 && start[1] == 0 && start[2] != 0 &&
         start[3] == 0;
}

void clean(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t command = command_length(text.substr(i))) {
      i += command;
      continue;
    }
    const char c = text[i];
    const bool quoted = c == '\\' && i + 1 < text.size() &&
                        (text[i + 1] == '"' || text[i + 1] == '\'');
    if (c == '\t') {
      out += ' ';
    } else if (!quoted && !is_control(c)) {
      out += c;
    }
    ++i;
  }
}

}  // namespace

bool LogPieces::fill() {
  held_.erase(0, at_);
  at_ = 0;
  const auto window = source_.window_up_to(offset_, kChunk, "log");
  if (!window) {
    error_ = window.error();
    return false;
  }
  std::string_view bytes{reinterpret_cast<const char*>(window->data()),
                         window->size()};
  if (offset_ == 0) {
    error_ = utf16_error(looks_like_utf16(bytes) ? std::string_view("\xff\xfe")
                                                 : bytes);
    if (error_) return false;
  }
  ended_ = bytes.empty();
  held_ += bytes;
  offset_ += bytes.size();
  return true;
}

/// A line, or part of one that is too long.
bool LogPieces::next_part() {
  std::size_t searched = 0;
  for (;;) {
    const std::string_view rest = std::string_view(held_).substr(at_);
    std::size_t end = rest.find('\n', searched);
    const bool cut = std::min(end, rest.size()) > kLongest;
    if (end == std::string_view::npos && !cut && !ended_) {
      searched = rest.size();
      if (!fill()) return false;
      continue;
    }
    if (rest.empty()) return false;
    if (at_line_start_) {
      ++line_;
      quoted_ = false;
    }
    at_line_start_ = !cut;
    if (cut) {
      part_ = rest.substr(0, kLongest);
      at_ += kLongest - kOverlap;
    } else {
      end = std::min(end, rest.size());
      part_ = rest.substr(0, end);
      at_ += std::min(end + 1, rest.size());
    }
    return true;
  }
}

/// Up to '\r' or an escaped line end. (find_first_of is slow here.)
std::string_view LogPieces::take_message() {
  for (std::size_t i = 0; i < part_.size(); ++i) {
    const char c = part_[i];
    if (c == '"' || c == '\'') quoted_ = true;
    std::size_t length = c == '\r' ? 1 : 0;
    if (c == '\\' && i + 1 < part_.size()) {
      const char escaped = part_[i + 1];
      if (quoted_ && (escaped == 'n' || escaped == 'r')) length = 2;
      if (escaped == '\\') ++i;  // a backslash itself: C:\\new
    }
    if (length != 0) {
      const std::string_view message = part_.substr(0, i);
      part_.remove_prefix(i + length);
      return message;
    }
  }
  return std::exchange(part_, std::string_view());
}

bool LogPieces::next() {
  while (!error_) {
    if (part_.empty() && !next_part()) return false;
    std::string_view message = take_message();
    if (std::any_of(message.begin(), message.end(),
                    [](char c) { return is_control(c) || c == '\\'; })) {
      clean(message, clean_);
      message = clean_;
    }
    text_ = trimmed(message);
    if (!text_.empty()) return true;
  }
  return false;
}

Result<void> LogPieces::status() const {
  if (error_) return tl::unexpected<Error>(*error_);
  return {};
}

}  // namespace cudacompat
