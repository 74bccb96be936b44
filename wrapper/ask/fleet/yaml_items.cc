// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/yaml_items.h"

#include <rapidjson/reader.h>
#include <yaml.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/line_reader.h"

namespace cudacompat {
namespace {

using rapidjson::SizeType;

/// libyaml's events of a source, one at a time.
class YamlEvents {
 public:
  explicit YamlEvents(ByteSource& source) : source_(source) {
    ready_ = yaml_parser_initialize(&parser_) != 0;
    if (!ready_) return;
    yaml_parser_set_input(&parser_, &YamlEvents::read, this);
  }
  ~YamlEvents() {
    if (has_event_) yaml_event_delete(&event_);
    if (ready_) yaml_parser_delete(&parser_);
  }
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  bool next() {
    if (has_event_) yaml_event_delete(&event_);
    has_event_ = ready_ && yaml_parser_parse(&parser_, &event_) != 0;
    return has_event_;
  }
  yaml_event_type_t type() const { return event_.type; }
  std::string_view scalar() const {
    const auto& value = event_.data.scalar;
    return {reinterpret_cast<const char*>(value.value), value.length};
  }
  bool is_null() const {
    constexpr std::string_view kNulls[] = {"", "~", "null", "Null", "NULL"};
    const auto& value = event_.data.scalar;
    if (value.tag != nullptr) {
      return std::string_view(reinterpret_cast<const char*>(value.tag)) ==
             YAML_NULL_TAG;
    }
    return value.style == YAML_PLAIN_SCALAR_STYLE &&
           std::find(std::begin(kNulls), std::end(kNulls), scalar()) !=
               std::end(kNulls);
  }
  /// Of the end of a document: "..." was written.
  bool is_written() const { return event_.data.document_end.implicit == 0; }
  std::size_t line() const { return event_.start_mark.line + 1; }

  /// Ends the text where more than that is read from here on.
  void allow(std::uint64_t bytes) {
    allowed_ = bytes;
    last_ = offset_ + bytes;
  }

  /// Why next() was false.
  Result<void> failure() const {
    if (error_) return tl::unexpected<Error>(*error_);
    if (over_) {
      return fail(offset_, "a part of the YAML has more than {} bytes",
                  allowed_);
    }
    const std::string_view problem =
        parser_.problem == nullptr ? "there is no memory" : parser_.problem;
    if (parser_.error == YAML_READER_ERROR) {
      return fail(parser_.problem_offset, "it is not YAML: {}", problem);
    }
    return fail(Error::kNoOffset, "line {}: it is not YAML: {}",
                parser_.problem_mark.line + 1, problem);
  }

 private:
  static int read(void* self, unsigned char* buffer, std::size_t size,
                  std::size_t* got) {
    auto& events = *static_cast<YamlEvents*>(self);
    events.over_ = events.offset_ >= events.last_;
    if (events.over_) return 0;
    const auto window =
        events.source_.window_up_to(events.offset_, size, "YAML");
    if (!window) {
      events.error_ = window.error();
      return 0;
    }
    std::copy(window->begin(), window->end(),
              reinterpret_cast<std::byte*>(buffer));
    *got = window->size();
    events.offset_ += window->size();
    return 1;
  }

  ByteSource& source_;
  yaml_parser_t parser_ = {};
  yaml_event_t event_ = {};
  bool ready_ = false;
  bool has_event_ = false;
  bool over_ = false;
  std::uint64_t offset_ = 0;
  std::uint64_t allowed_ = 0;
  std::uint64_t last_ = 0;
  std::optional<Error> error_;
};

class YamlWalk {
 public:
  YamlWalk(ByteSource& source, std::string_view array,
           const std::function<void(const JsonItem&)>& sink)
      : events_(source), array_(array), sink_(sink) {}

  Result<void> run() {
    // libyaml compares each directive with all before it.
    constexpr std::uint64_t kMostBetween = 64u << 10;
    events_.allow(kMostBetween);
    while (next() && events_.type() != YAML_STREAM_END_EVENT) {
      if (events_.type() != YAML_DOCUMENT_START_EVENT) continue;
      begin_part();
      whole_ = true;
      if (!next() || !document() || !next()) break;
      if (!whole_ && !events_.is_written()) {
        wrong("the YAML ends in the middle: it was cut off");
        break;
      }
      events_.allow(kMostBetween);
    }
    if (wrong_) return tl::unexpected<Error>(*wrong_);
    if (events_.type() != YAML_STREAM_END_EVENT) return events_.failure();
    if (!any_) return fail(0, "it is empty");
    return {};
  }

 private:
  static constexpr std::size_t kRoom = 256u << 10;
  /// What a value is built in.
  class Builder {
   public:
    explicit Builder(std::vector<char>& room)
        : pool_(room.data(), room.size()), document_(&pool_, kStack) {}
    /// `fill` gives SAX events; false: it has said why.
    template <typename Fill>
    bool build(Fill&& fill) {
      bool filled = false;
      auto generate = [&](rapidjson::Document& out) {
        filled = fill(out);
        return filled;
      };
      document_.Populate(generate);
      return filled;
    }
    const JsonItem& value() const { return document_; }

   private:
    static constexpr std::size_t kStack = 4096;
    rapidjson::MemoryPoolAllocator<> pool_;
    rapidjson::Document document_;
  };

  bool next() { return events_.next(); }
  void begin_part() {
    events_.allow(kMaxJsonItem);
    values_ = 0;
  }

  bool wrong(std::string_view why) {
    wrong_ = Error{fmt::format("line {}: {}", events_.line(), why)};
    return false;
  }

  bool document() {
    if (events_.type() == YAML_SEQUENCE_START_EVENT) return elements();
    if (events_.type() == YAML_SCALAR_EVENT && events_.is_null()) return true;
    any_ = true;
    Builder root(root_room_);
    found_ = false;
    const bool mapping = events_.type() == YAML_MAPPING_START_EVENT;
    if (!root.build(
            [&](auto& out) { return mapping ? members(out) : value(out); })) {
      return false;
    }
    if (!mapping) return wrong("it is neither a list nor an object");
    whole_ = found_ ? kind_ : spec_;
    if (!found_) sink_(root.value());
    return true;
  }

  /// The root's members: all of them go to `out` until the array is found.
  template <typename Handler>
  bool members(Handler& out) {
    rapidjson::BaseReaderHandler<> nowhere;
    kind_ = spec_ = false;
    out.StartObject();
    SizeType count = 0;
    while (next() && events_.type() != YAML_MAPPING_END_EVENT) {
      if (events_.type() != YAML_SCALAR_EVENT) return no_key();
      const std::string key(events_.scalar());
      kind_ |= key == "kind";
      spec_ |= key == "spec";
      if (!next()) return false;
      if (key == array_ && events_.type() == YAML_SEQUENCE_START_EVENT) {
        found_ = true;
        if (!elements()) return false;
        begin_part();
        continue;
      }
      if (found_) {
        if (!value(nowhere)) return false;
        continue;
      }
      out.Key(key.data(), static_cast<SizeType>(key.size()), true);
      if (!value(out)) return false;
      ++count;
    }
    out.EndObject(count);
    return events_.type() == YAML_MAPPING_END_EVENT;
  }

  bool elements() {
    any_ = true;
    while (true) {
      begin_part();
      if (!next()) return false;
      if (events_.type() == YAML_SEQUENCE_END_EVENT) return true;
      Builder element(room_);
      if (!element.build([&](auto& out) { return value(out); })) return false;
      sink_(element.value());
    }
  }

  bool no_key() {
    return events_.type() == YAML_ALIAS_EVENT ? alias()
                                              : wrong("a key is not text");
  }
  bool alias() {
    return wrong(
        "an alias (*name) may stand for any amount of data; write it "
        "out, or import the same as JSON");
  }

  /// The value that the current event begins, as SAX events.
  template <typename Handler>
  bool value(Handler& out) {
    struct Level {
      bool mapping;
      SizeType children;
    };
    std::vector<Level> levels;
    do {
      const bool key = !levels.empty() && levels.back().mapping &&
                       levels.back().children % 2 == 0;
      const bool end = events_.type() == YAML_SEQUENCE_END_EVENT ||
                       events_.type() == YAML_MAPPING_END_EVENT;
      if (++values_ > kMaxYamlValues) {
        return wrong(fmt::format("more than {} values", kMaxYamlValues));
      }
      if (end) {
        const Level level = levels.back();
        levels.pop_back();
        level.mapping ? out.EndObject(level.children / 2)
                      : out.EndArray(level.children);
      } else if (events_.type() == YAML_ALIAS_EVENT) {
        return alias();
      } else if (events_.type() == YAML_SCALAR_EVENT) {
        scalar(out, key);
      } else if (key) {
        return no_key();
      } else {
        if (levels.size() >= kMaxYamlDepth) {
          return wrong(
              fmt::format("more than {} levels of nesting", kMaxYamlDepth));
        }
        const bool mapping = events_.type() == YAML_MAPPING_START_EVENT;
        mapping ? out.StartObject() : out.StartArray();
        levels.push_back({mapping, 0});
        continue;
      }
      if (levels.empty()) return true;
      ++levels.back().children;
    } while (next());
    return false;
  }

  template <typename Handler>
  void scalar(Handler& out, bool key) {
    const std::string_view text = events_.scalar();
    const auto size = static_cast<SizeType>(text.size());
    if (key) {
      out.Key(text.data(), size, true);
    } else if (events_.is_null()) {
      out.Null();
    } else {
      out.String(text.data(), size, true);
    }
  }

  YamlEvents events_;
  std::string_view array_;
  const std::function<void(const JsonItem&)>& sink_;
  std::vector<char> room_ = std::vector<char>(kRoom);
  std::vector<char> root_room_ = std::vector<char>(kRoom);
  // Of the current document:
  bool found_ = false;  // it has the array
  bool kind_ = false;   // its root has these
  bool spec_ = false;
  bool whole_ = true;  // it was not cut off
  bool any_ = false;
  std::size_t values_ = 0;  // of an element, or of the root beside the array
  std::optional<Error> wrong_;
};

}  // namespace

Result<void> each_yaml_item(ByteSource& source, std::string_view array,
                            const std::function<void(const JsonItem&)>& sink) {
  return YamlWalk(source, array, sink).run();
}

Result<void> each_item(ByteSource& source, std::string_view array,
                       const std::function<void(const JsonItem&)>& sink) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  if (is_json(*head)) return each_json_item(source, {&array, 1}, sink);
  return each_yaml_item(source, array, sink);
}

}  // namespace cudacompat
