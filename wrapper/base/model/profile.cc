// SPDX-License-Identifier: Apache-2.0
#include "base/model/profile.h"

#include <array>
#include <unordered_map>

#include "base/json/json_fields.h"
#include "base/json/located_errors.h"
#include "base/json/located_json.h"
#include "base/model/profile_parts.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

// "$schema" is what editors look at to find the JSON Schema.
constexpr std::array<std::string_view, 5> kProfileKeys = {
    "schema_version", "name", "targets", "policy", "$schema"};
constexpr std::size_t kMaxTargets = 1'000'000;

const JsonValue* find_member(const JsonValue& object, std::string_view key) {
  for (const JsonValue& member : JsonChildren(object)) {
    if (member.key == key) return &member;
  }
  return nullptr;
}

/// False: the profile is of another version, so that nothing else in it can
/// be judged, and only that is reported.
bool check_schema_version(const JsonValue& root, LocatedErrors& errors) {
  const JsonValue* version = find_member(root, "schema_version");
  if (version == nullptr) {
    errors.add(root.offset,
               "no \"schema_version\"; write \"schema_version\": 1 first");
    return true;
  }
  if (version->kind == JsonValue::Kind::number && version->text == "1") {
    return true;
  }
  if (version->kind == JsonValue::Kind::number) {
    errors.add(version->offset,
               "\"schema_version\" is {}; this program reads version 1",
               version->text.substr(0, 40));
  } else {
    errors.add(version->offset, "\"schema_version\" is {}; write the number 1",
               kind_name(version->kind));
  }
  return false;
}

void check_names(const JsonValue& targets, const Profile& profile,
                 std::string_view text, LocatedErrors& errors) {
  std::unordered_map<std::string_view, std::uint64_t> first;
  auto target = profile.targets.begin();
  for (const JsonValue& value : JsonChildren(targets)) {
    const std::string& name = (target++)->name;
    if (name.empty()) continue;
    const auto [known, added] = first.emplace(name, value.offset);
    if (added) continue;
    if (errors.full()) return;
    const LineColumn place = line_column(text, known->second);
    errors.add(value.offset,
               "a second target is named {}, the first is at {}:{}; give each "
               "its own name",
               quote(name), place.line, place.column);
  }
}

}  // namespace

tl::expected<Profile, ProfileErrors> parse_profile(std::string_view json,
                                                   const std::string& file) {
  LocatedErrors errors;
  const Result<LocatedJson> parsed = parse_located_json(json);
  if (!parsed) {
    errors.add(parsed.error().offset, "not JSON: {}", parsed.error().message);
    return tl::unexpected(errors.report(json, file));
  }
  const JsonValue& root = parsed->root();
  Profile profile;
  if (!is_object(root, "the profile", errors) ||
      !check_schema_version(root, errors)) {
    return tl::unexpected(errors.report(json, file));
  }
  for (const Error& duplicate : parsed->duplicate_keys) {
    errors.add(duplicate.offset, "{}", duplicate.message);
  }
  const JsonFields fields(root, "the profile", kProfileKeys, errors);
  profile.name = fields.text("name").value_or(std::string_view());
  fields.require("targets", "list the machines that the code is for");
  if (const JsonValue* targets = fields.list("targets", kMaxTargets)) {
    for (const JsonValue& target : JsonChildren(*targets)) {
      profile.targets.push_back(read_target(target, errors));
    }
    check_names(*targets, profile, json, errors);
  }
  if (const JsonValue* policy = fields.find("policy")) {
    profile.policy = read_policy(*policy, errors);
  }
  if (!errors.empty()) return tl::unexpected(errors.report(json, file));
  return profile;
}

}  // namespace cudacompat
