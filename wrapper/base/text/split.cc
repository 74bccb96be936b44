#include "base/text/split.h"

#include <algorithm>
#include <charconv>

namespace cudacompat {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::uint64_t kChunk = 256u << 10;

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(trimmed(text.substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end =
        std::min(text.find_first_of(kBlanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::optional<std::string_view> value_after(std::string_view text,
                                            std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text = trimmed(text.substr(at + key.size()));
  std::size_t end = text.find_first_of("\t|");
  end = std::min({end, text.find("  "), text.size()});
  return trimmed(text.substr(0, end));
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::uint64_t number_or(std::string_view text, std::uint64_t otherwise) {
  std::uint64_t value = otherwise;
  if (is_number(text)) {
    std::from_chars(text.data(), text.data() + text.size(), value);
  }
  return value;
}

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
