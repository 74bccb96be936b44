// SPDX-License-Identifier: Apache-2.0
#include "base/json/json_items.h"

#include <rapidjson/error/en.h>

#include <cctype>
#include <string>
#include <vector>

#include "base/text/line_reader.h"

namespace cudacompat {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// A RapidJSON input stream over a source.
class ItemStream {
 public:
  using Ch = char;

  explicit ItemStream(ByteSource& source) : source_(source) { refill(); }

  char Peek() const { return at_ == end_ ? '\0' : *at_; }
  char Take() {
    const char c = Peek();
    if (at_ != end_ && ++at_ == end_) refill();
    return c;
  }
  std::size_t Tell() const {
    return static_cast<std::size_t>(offset_) -
           static_cast<std::size_t>(end_ - at_);
  }
  // For parsing in place, which this is not.
  char* PutBegin() { return nullptr; }
  void Put(char) {}
  void Flush() {}
  std::size_t PutEnd(char*) { return 0; }

  bool at_end() const { return at_ == end_; }
  const std::optional<Error>& error() const { return error_; }
  /// Ends the stream where more than that is read from here on.
  void allow(std::uint64_t bytes) { last_ = Tell() + bytes; }
  bool over() const { return over_; }
  void seek(std::uint64_t offset) {
    offset_ = offset;
    refill();
  }

 private:
  void refill() {
    at_ = end_ = nullptr;
    over_ = offset_ >= last_;
    if (over_ || error_) return;
    constexpr std::uint64_t kChunk = 64u << 10;
    const auto window = source_.window_up_to(offset_, kChunk, "JSON");
    if (!window) {
      error_ = window.error();
      return;
    }
    at_ = reinterpret_cast<const char*>(window->data());
    end_ = at_ + window->size();
    offset_ += window->size();
  }

  ByteSource& source_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t offset_ = 0;  // of end_
  std::uint64_t last_ = ~std::uint64_t{0};
  bool over_ = false;
  std::optional<Error> error_;
};

class Walk {
 public:
  Walk(ByteSource& source, std::span<const std::string_view> path,
       const std::function<void(const JsonItem&)>& sink)
      : stream_(source), path_(path), sink_(sink), room_(kRoom) {}

  Result<void> run() {
    for (const char mark : kByteOrderMark) {
      if (stream_.Peek() == mark) stream_.Take();
    }
    skip_blanks();
    if (stream_.at_end() && !stream_.error()) return fail(0, "it is empty");
    while (!stream_.at_end()) {
      const std::size_t start = stream_.Tell();
      if (!into(0)) return failure();
      if (!found_) {
        stream_.seek(start);
        if (!value(sink_)) return failure();
      }
      found_ = false;
      skip_blanks();
    }
    if (stream_.error()) return tl::unexpected<Error>(*stream_.error());
    return {};
  }

 private:
  static constexpr std::size_t kRoom = 256u << 10;

  void skip_blanks() { rapidjson::SkipWhitespace(stream_); }

  bool take(char wanted) {
    skip_blanks();
    if (stream_.Peek() != wanted) return false;
    stream_.Take();
    return true;
  }

  bool wrong(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return false;
  }

  /// The current value, which may be the wanted array or hold it.
  bool into(std::size_t level) {
    skip_blanks();
    const bool wanted = level == path_.size() || level == 0;
    if (wanted && stream_.Peek() == '[') return elements();
    if (level == path_.size() || stream_.Peek() != '{') {
      return value([](const JsonItem&) {});
    }
    stream_.Take();
    if (take('}')) return true;
    do {
      bool here = false;
      bool named = false;
      if (!value([&](const JsonItem& key) {
            named = key.IsString();
            here = named && json_string(key) == path_[level];
          })) {
        return false;
      }
      if (!named || !take(':')) return wrong("no name of an object's member");
      if (!(here ? into(level + 1) : value([](const JsonItem&) {}))) {
        return false;
      }
    } while (take(','));
    return take('}') || wrong("no comma or } behind an object's member");
  }

  bool elements() {
    found_ = true;
    stream_.Take();
    if (take(']')) return true;
    do {
      if (!value(sink_)) return false;
    } while (take(','));
    return take(']') || wrong("no comma or ] behind an array's element");
  }

  bool value(const std::function<void(const JsonItem&)>& sink) {
    constexpr unsigned kFlags = rapidjson::kParseStopWhenDoneFlag |
                                rapidjson::kParseIterativeFlag |
                                rapidjson::kParseValidateEncodingFlag |
                                rapidjson::kParseNumbersAsStringsFlag;
    constexpr std::size_t kStack = 4096;
    rapidjson::MemoryPoolAllocator<> pool(room_.data(), room_.size());
    rapidjson::Document document(&pool, kStack);
    stream_.allow(kMaxJsonItem);
    document.ParseStream<kFlags>(stream_);
    if (document.HasParseError()) {
      return wrong(rapidjson::GetParseError_En(document.GetParseError()));
    }
    sink(document);
    return true;
  }

  Result<void> failure() {
    if (stream_.error()) return tl::unexpected<Error>(*stream_.error());
    const std::size_t at = stream_.Tell();
    if (stream_.over()) {
      return fail(at, "a JSON value has more than {} bytes", kMaxJsonItem);
    }
    if (stream_.at_end()) {
      return fail(at, "the JSON ends in the middle: it was cut off");
    }
    if (why_.ends_with('.')) why_.pop_back();
    why_[0] =
        static_cast<char>(std::tolower(static_cast<unsigned char>(why_[0])));
    return fail(at, "it is not JSON: {}", why_);
  }

  ItemStream stream_;
  std::span<const std::string_view> path_;
  const std::function<void(const JsonItem&)>& sink_;
  std::vector<char> room_;
  bool found_ = false;
  std::string why_;
};

}  // namespace

Result<void> each_json_item(ByteSource& source,
                            std::span<const std::string_view> path,
                            const std::function<void(const JsonItem&)>& sink) {
  const auto start = source.window_up_to(0, 3, "JSON");
  if (!start) return tl::unexpected(start.error());
  if (auto error = utf16_error(
          {reinterpret_cast<const char*>(start->data()), start->size()})) {
    return tl::unexpected<Error>(std::move(*error));
  }
  return Walk(source, path, sink).run();
}

const JsonItem* json_member(const JsonItem& object, std::string_view key) {
  if (!object.IsObject()) return nullptr;
  const JsonItem* found = nullptr;
  for (const auto& member : object.GetObject()) {
    if (json_string(member.name) != key) continue;
    if (found != nullptr) return nullptr;
    found = &member.value;
  }
  return found;
}

std::optional<std::string_view> json_text(const JsonItem& object,
                                          std::string_view key) {
  const JsonItem* found = json_member(object, key);
  if (found == nullptr || !found->IsString()) return std::nullopt;
  return json_string(*found);
}

std::string_view json_string(const JsonItem& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace cudacompat
