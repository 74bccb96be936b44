// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "ask/frameworks/record.h"
#include "base/json/json_fields.h"

namespace cudacompat {
namespace {

constexpr std::array<std::string_view, 8> kKeys = {
    "schema_version", "tool",    "driver", "cuda",
    "toolkit",        "runtime", "gpus",   "frameworks"};
constexpr std::array<std::string_view, 3> kGpuKeys = {"cc", "name", "count"};
constexpr std::array<std::string_view, 4> kFrameworkKeys = {"name", "version",
                                                            "cuda", "archs"};
constexpr std::size_t kMost = 10'000;

std::string text(const JsonFields& fields, std::string_view key) {
  return std::string(fields.text(key).value_or(std::string_view()));
}

EnvironmentRecord::Gpu read_gpu(const JsonValue& value, LocatedErrors& errors) {
  EnvironmentRecord::Gpu gpu;
  if (!is_object(value, "a GPU", errors)) return gpu;
  const JsonFields fields(value, "a GPU", kGpuKeys, errors);
  fields.require("cc", "rewrite the record: cudacompat probe --baseline");
  gpu.cc = text(fields, "cc");
  gpu.name = text(fields, "name");
  gpu.count = fields.count("count", kMost).value_or(1);
  return gpu;
}

EnvironmentRecord::Framework read_framework(const JsonValue& value,
                                            LocatedErrors& errors) {
  EnvironmentRecord::Framework one;
  if (!is_object(value, "a framework", errors)) return one;
  const JsonFields fields(value, "a framework", kFrameworkKeys, errors);
  fields.require("name", "rewrite the record: cudacompat probe --baseline");
  one.name = text(fields, "name");
  one.version = text(fields, "version");
  one.cuda = text(fields, "cuda");
  if (const JsonValue* archs = fields.list_or_empty("archs", kMost)) {
    for (const JsonValue& arch : JsonChildren(*archs)) {
      one.archs.emplace_back(checked_text(arch, "an architecture", errors)
                                 .value_or(std::string_view()));
    }
  }
  return one;
}

}  // namespace

tl::expected<EnvironmentRecord, std::vector<std::string>> parse_record(
    std::string_view json, const std::string& file) {
  LocatedErrors errors;
  EnvironmentRecord record;
  const auto parsed = parse_located_json(json);
  if (!parsed) {
    errors.add(parsed.error().offset, "not JSON: {}", parsed.error().message);
    return tl::unexpected(errors.report(json, file));
  }
  if (!is_object(parsed->root(), "the record", errors))
    return tl::unexpected(errors.report(json, file));
  for (const Error& duplicate : parsed->duplicate_keys)
    errors.add(duplicate.offset, "{}", duplicate.message);
  const JsonFields fields(parsed->root(), "the record", kKeys, errors);
  const JsonValue* version = fields.require(
      "schema_version", "rewrite the record: cudacompat probe --baseline");
  if (version != nullptr && version->text != "1") {
    errors.add(version->offset,
               "\"schema_version\" is not 1, which is all that is read; write "
               "the record again: cudacompat probe --baseline");
  }
  record.driver = text(fields, "driver");
  record.cuda = text(fields, "cuda");
  record.toolkit = text(fields, "toolkit");
  record.runtime = text(fields, "runtime");
  if (const JsonValue* gpus = fields.list_or_empty("gpus", kMost)) {
    for (const JsonValue& gpu : JsonChildren(*gpus))
      record.gpus.push_back(read_gpu(gpu, errors));
  }
  if (const JsonValue* all = fields.list_or_empty("frameworks", kMost)) {
    for (const JsonValue& one : JsonChildren(*all))
      record.frameworks.push_back(read_framework(one, errors));
  }
  if (!errors.empty()) return tl::unexpected(errors.report(json, file));
  return record;
}

}  // namespace cudacompat
