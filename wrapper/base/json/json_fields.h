// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/json/located_errors.h"
#include "base/json/located_json.h"

namespace cudacompat {

/// Reads the members of one JSON object: tells unknown keys when it is made,
/// and a wrong type or length when a member is asked for. Each getter gives
/// nullopt (or null) both for a member that is absent and for one that is
/// wrong; only the latter adds an error.
class JsonFields {
 public:
  /// `what` names the object in messages: "a target".
  JsonFields(const JsonValue& object, std::string_view what,
             std::span<const std::string_view> keys, LocatedErrors& errors);

  const JsonValue* find(std::string_view key) const;
  /// As find, and adds an error where the member is absent.
  const JsonValue* require(std::string_view key, std::string_view why) const;

  /// One line of 1 to kMaxText bytes that are not all blank.
  std::optional<std::string_view> text(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<std::uint64_t> count(std::string_view key,
                                     std::uint64_t most) const;
  /// An array with 1 to `most` elements.
  const JsonValue* list(std::string_view key, std::size_t most) const;
  /// The same with no element allowed too, for rows that a program writes.
  const JsonValue* list_or_empty(std::string_view key, std::size_t most) const;

  LocatedErrors& errors() const { return errors_; }

  static constexpr std::size_t kMaxText = 4096;

 private:
  const JsonValue* list_from(std::string_view key, std::size_t least,
                             std::size_t most) const;
  const JsonValue& object_;
  std::string_view what_;
  LocatedErrors& errors_;
};

/// The string rules of JsonFields::text, for elements of arrays; `name` is
/// what the message calls the value.
std::optional<std::string_view> checked_text(const JsonValue& value,
                                             std::string_view name,
                                             LocatedErrors& errors);

/// Adds an error, and says false, where `value` is not an object.
bool is_object(const JsonValue& value, std::string_view name,
               LocatedErrors& errors);

}  // namespace cudacompat
