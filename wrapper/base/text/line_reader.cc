// SPDX-License-Identifier: Apache-2.0
#include "base/text/line_reader.h"

#include "base/text/split.h"

namespace cudacompat {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::uint64_t kChunk = 256u << 10;

}  // namespace

std::optional<Error> utf16_error(std::string_view start) {
  if (!start.starts_with("\xff\xfe") && !start.starts_with("\xfe\xff")) {
    return std::nullopt;
  }
  return Error{
      "the text is UTF-16, which PowerShell's > writes; save it as UTF-8 "
      "(| Out-File -Encoding utf8 FILE)"};
}

bool LineReader::next() {
  joined_.clear();
  while (!error_) {
    const std::size_t end = rest_.find('\n');
    if (end != std::string_view::npos) {
      line_ = rest_.substr(0, end);
      if (!joined_.empty()) line_ = joined_.append(line_);
      rest_.remove_prefix(end + 1);
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      return true;
    }
    joined_.append(rest_);
    rest_ = {};
    if (joined_.size() > ByteSource::kMaxWindow) {
      error_ = Error{"a line is too long for a text of this kind", offset_};
      break;
    }
    const auto window = source_.window_up_to(offset_, kChunk, "text");
    if (!window) {
      error_ = window.error();
      break;
    }
    if (window->empty()) {
      line_ = joined_;
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      return !joined_.empty();
    }
    rest_ = {reinterpret_cast<const char*>(window->data()), window->size()};
    if (offset_ == 0) {
      error_ = utf16_error(rest_);
      offset_ = rest_.size();
      take_prefix(rest_, kByteOrderMark);
    } else {
      offset_ += window->size();
    }
  }
  return false;
}

Result<void> LineReader::status() const {
  if (error_) return tl::unexpected<Error>(*error_);
  return {};
}

Result<std::string> head_of(ByteSource& source) {
  constexpr std::uint64_t kHead = 64u << 10;
  const auto window = source.window_up_to(0, kHead, "text");
  if (!window) return tl::unexpected(window.error());
  std::string_view head(reinterpret_cast<const char*>(window->data()),
                        window->size());
  if (auto error = utf16_error(head)) {
    return tl::unexpected<Error>(std::move(*error));
  }
  take_prefix(head, kByteOrderMark);
  return std::string(head);
}

bool is_json(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos &&
         (head[first] == '{' || head[first] == '[');
}

Result<std::vector<std::string>> lines_of(ByteSource& source) {
  constexpr std::uint64_t kMost = 8u << 20;
  if (source.size() > kMost) {
    return fail(Error::kNoOffset,
                "{} bytes are too many for the description of one machine",
                source.size());
  }
  std::vector<std::string> lines;
  LineReader reader(source);
  while (reader.next()) lines.emplace_back(reader.line());
  if (auto status = reader.status(); !status) {
    return tl::unexpected(status.error());
  }
  return lines;
}

}  // namespace cudacompat
