// SPDX-License-Identifier: Apache-2.0
#include "base/json/json_fields.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text/message_text.h"

namespace cudacompat {
namespace {

using Kind = JsonValue::Kind;

/// "the number 8.9", "the string \"x\"", "an array"
std::string found(const JsonValue& value) {
  switch (value.kind) {
    case Kind::number:
      return fmt::format("the number {}", value.text.substr(0, 40));
    case Kind::string:
      return fmt::format("the string {}", quote(value.text));
    case Kind::boolean:
      return value.truth ? "true" : "false";
    default:
      return std::string(kind_name(value.kind));
  }
}

}  // namespace

JsonFields::JsonFields(const JsonValue& object, std::string_view what,
                       std::span<const std::string_view> keys,
                       LocatedErrors& errors)
    : object_(object), what_(what), errors_(errors) {
  for (const JsonValue& member : JsonChildren(object)) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    const std::string_view meant = nearest(member.key, keys);
    const std::string fix = meant.empty()
                                ? fmt::format("it may hold {}", one_of(keys))
                                : fmt::format("did you mean \"{}\"?", meant);
    errors.add(member.key_offset, "unknown key {} in {}; {}", quote(member.key),
               what, fix);
  }
}

const JsonValue* JsonFields::find(std::string_view key) const {
  for (const JsonValue& member : JsonChildren(object_)) {
    if (member.key == key) return &member;
  }
  return nullptr;
}

const JsonValue* JsonFields::require(std::string_view key,
                                     std::string_view why) const {
  const JsonValue* member = find(key);
  if (member == nullptr) {
    errors_.add(object_.offset, "{} without \"{}\"; {}", what_, key, why);
  }
  return member;
}

std::optional<std::string_view> JsonFields::text(std::string_view key) const {
  const JsonValue* member = find(key);
  if (member == nullptr) return std::nullopt;
  return checked_text(*member, fmt::format("\"{}\"", key), errors_);
}

std::optional<bool> JsonFields::boolean(std::string_view key) const {
  const JsonValue* member = find(key);
  if (member == nullptr) return std::nullopt;
  if (member->kind == Kind::boolean) return member->truth;
  errors_.add(member->offset, "\"{}\" is {}; write true or false", key,
              found(*member));
  return std::nullopt;
}

std::optional<std::uint64_t> JsonFields::count(std::string_view key,
                                               std::uint64_t most) const {
  const JsonValue* member = find(key);
  if (member == nullptr) return std::nullopt;
  std::uint64_t value = 0;
  const char* end = member->text.data() + member->text.size();
  const auto [stop, problem] = std::from_chars(member->text.data(), end, value);
  if (member->kind == Kind::number && problem == std::errc() && stop == end &&
      value <= most) {
    return value;
  }
  errors_.add(member->offset, "\"{}\" is {}; write a whole number from 0 to {}",
              key, found(*member), most);
  return std::nullopt;
}

const JsonValue* JsonFields::list(std::string_view key,
                                  std::size_t most) const {
  return list_from(key, 1, most);
}

const JsonValue* JsonFields::list_or_empty(std::string_view key,
                                           std::size_t most) const {
  return list_from(key, 0, most);
}

const JsonValue* JsonFields::list_from(std::string_view key, std::size_t least,
                                       std::size_t most) const {
  const JsonValue* member = find(key);
  if (member == nullptr) return nullptr;
  if (member->kind != Kind::array) {
    errors_.add(member->offset, "\"{}\" is {}; write an array: [ ... ]", key,
                found(*member));
    return nullptr;
  }
  std::size_t elements = 0;
  for ([[maybe_unused]] const JsonValue& element : JsonChildren(*member)) {
    ++elements;
  }
  if (elements < least || elements > most) {
    errors_.add(member->offset, "\"{}\" has {} elements; {} to {} are allowed",
                key, elements, least, most);
    return nullptr;
  }
  return member;
}

std::optional<std::string_view> checked_text(const JsonValue& value,
                                             std::string_view name,
                                             LocatedErrors& errors) {
  if (value.kind != Kind::string) {
    errors.add(value.offset, "{} is {}; write a string in quotes", name,
               found(value));
    return std::nullopt;
  }
  const std::string_view text = value.text;
  if (text.size() > JsonFields::kMaxText) {
    errors.add(value.offset, "{} is {} bytes long; at most {} are allowed",
               name, text.size(), JsonFields::kMaxText);
    return std::nullopt;
  }
  if (text.find_first_not_of(' ') == std::string_view::npos) {
    errors.add(value.offset, "{} is empty; write it, or leave the key out",
               name);
    return std::nullopt;
  }
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (control) {
    errors.add(value.offset,
               "{} is {}, with a line break, tab or other control character; "
               "it must be one line of text",
               name, quote(text));
    return std::nullopt;
  }
  return text;
}

bool is_object(const JsonValue& value, std::string_view name,
               LocatedErrors& errors) {
  if (value.kind == Kind::object) return true;
  errors.add(value.offset, "{} is {}; write an object: {{ ... }}", name,
             found(value));
  return false;
}

}  // namespace cudacompat
