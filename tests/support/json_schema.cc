// SPDX-License-Identifier: Apache-2.0
#include "support/json_schema.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace cudacompat::testing {
namespace {

using nlohmann::json;

class Checker {
 public:
  explicit Checker(const json& root) : root_(root) {}

  void check(const json& schema, const json& value, const std::string& at) {
    for (const auto& [word, allowed] : schema.items()) {
      if (!obeys(word, allowed, schema, value, at)) {
        violations_.push_back(
            fmt::format("{}: {} {}", at, word, allowed.dump()));
      }
    }
  }
  std::vector<std::string> violations_;

 private:
  bool fits(const json& schema, const json& value) const {
    Checker alone(root_);
    alone.check(schema, value, "");
    return alone.violations_.empty();
  }

  static bool is_type(const json& value, const std::string& name) {
    if (name == "integer") return value.is_number_integer();
    if (name == "boolean") return value.is_boolean();
    return name == value.type_name();
  }

  bool obeys(const std::string& word, const json& allowed, const json& schema,
             const json& value, const std::string& at) {
    static const std::set<std::string> kRemarks = {
        "$schema",     "$id",     "$defs",   "title",
        "description", "default", "examples"};
    if (kRemarks.contains(word)) return true;
    if (word == "$ref") {
      check(root_.at(json::json_pointer(allowed.get<std::string>().substr(1))),
            value, at);
      return true;
    }
    if (word == "const") return value == allowed;
    if (word == "enum") {
      return std::find(allowed.begin(), allowed.end(), value) != allowed.end();
    }
    if (word == "type") {
      const json names = allowed.is_array() ? allowed : json::array({allowed});
      return std::any_of(names.begin(), names.end(), [&](const json& name) {
        return is_type(value, name);
      });
    }
    if (word == "anyOf") {
      return std::any_of(allowed.begin(), allowed.end(),
                         [&](const json& one) { return fits(one, value); });
    }
    if (word == "minimum") return !value.is_number() || value >= allowed;
    if (word == "maximum") return !value.is_number() || value <= allowed;
    if (value.is_string()) return string_obeys(word, allowed, value);
    if (value.is_array()) return array_obeys(word, allowed, value, at);
    if (value.is_object())
      return object_obeys(word, allowed, schema, value, at);
    return kForShapes.contains(word);
  }

  static bool string_obeys(const std::string& word, const json& allowed,
                           const std::string& text) {
    if (word == "minLength") return text.size() >= allowed;
    if (word == "maxLength") return text.size() <= allowed;
    if (word == "pattern") {
      static std::map<std::string, std::regex> known;  // compiling one is slow
      const auto pattern = allowed.get<std::string>();
      const auto [at, added] = known.try_emplace(pattern, pattern);
      return std::regex_search(text, at->second);
    }
    return kForShapes.contains(word);
  }

  bool array_obeys(const std::string& word, const json& allowed,
                   const json& value, const std::string& at) {
    if (word == "minItems") return value.size() >= allowed;
    if (word == "maxItems") return value.size() <= allowed;
    if (word == "uniqueItems") {
      return std::set<json>(value.begin(), value.end()).size() == value.size();
    }
    if (word == "contains") {
      return std::any_of(value.begin(), value.end(),
                         [&](const json& item) { return fits(allowed, item); });
    }
    if (word == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) {
        check(allowed, value[i], fmt::format("{}[{}]", at, i));
      }
      return true;
    }
    return kForShapes.contains(word);
  }

  bool object_obeys(const std::string& word, const json& allowed,
                    const json& schema, const json& value,
                    const std::string& at) {
    if (word == "required") {
      return std::all_of(allowed.begin(), allowed.end(), [&](const json& key) {
        return value.contains(key.get<std::string>());
      });
    }
    if (word == "additionalProperties") {
      for (const auto& [key, member] : value.items()) {
        if (!schema.at("properties").contains(key)) return false;
      }
      return allowed == false;
    }
    if (word == "properties") {
      for (const auto& [key, member] : value.items()) {
        if (allowed.contains(key)) {
          check(allowed.at(key), member, at + "." + key);
        }
      }
      return true;
    }
    return kForShapes.contains(word);
  }

  /// Words about one shape of value, which others obey by being another.
  inline static const std::set<std::string> kForShapes = {
      "minLength",           "maxLength", "pattern", "minItems", "maxItems",
      "uniqueItems",         "contains",  "items",   "required", "properties",
      "additionalProperties"};

  const json& root_;
};

}  // namespace

std::vector<std::string> schema_violations(const json& schema,
                                           const json& value) {
  Checker checker(schema);
  checker.check(schema, value, "$");
  return checker.violations_;
}

}  // namespace cudacompat::testing
