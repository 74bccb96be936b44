// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "ask/driver/agreement.h"
#include "ask/driver/collect.h"
#include "base/json/json_fields.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

constexpr std::array<std::string_view, 7> kReportKeys = {
    "schema_version", "tool",    "node",     "driver",
    "skipped",        "devices", "artifacts"};
constexpr std::array<std::string_view, 3> kDriverKeys = {"libcuda", "cuda",
                                                         "kernel"};
constexpr std::array<std::string_view, 6> kDeviceKeys = {
    "ordinal", "name", "uuid", "cc", "mig", "memory"};
constexpr std::array<std::string_view, 3> kArtifactKeys = {"path", "error",
                                                           "devices"};
constexpr std::array<std::string_view, 6> kResultKeys = {
    "ordinal", "verdict",       "predicted",
    "because", "disagreements", "containers"};
constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
constexpr std::size_t kMostRows = 1'000'000;
constexpr std::string_view kWritten =
    "`cudacompat load-test --format json` writes it";

std::string needed_text(const JsonFields& fields, std::string_view key) {
  fields.require(key, kWritten);
  return std::string(fields.text(key).value_or(std::string_view()));
}

std::uint64_t needed_count(const JsonFields& fields, std::string_view key) {
  fields.require(key, kWritten);
  return fields.count(key, kMost).value_or(0);
}

/// A text, or null: empty.
std::string text_or_null(const JsonFields& fields, std::string_view key) {
  const JsonValue* value = fields.require(key, kWritten);
  if (value == nullptr || value->kind == JsonValue::Kind::null) return "";
  if (value->kind == JsonValue::Kind::string && !value->text.empty())
    return std::string(value->text);
  fields.errors().add(value->offset, "\"{}\" is {}; write a text or null", key,
                      kind_name(value->kind));
  return "";
}

template <typename T>
std::optional<T> read_or_null(const JsonFields& fields, std::string_view key,
                              Result<T> (*read)(std::string_view)) {
  const std::string text = text_or_null(fields, key);
  if (text.empty()) return std::nullopt;
  const Result<T> value = read(text);
  if (value) return *value;
  fields.errors().add(fields.find(key)->offset, "\"{}\": {}", key,
                      value.error().message);
  return std::nullopt;
}

template <typename Row>
void rows(const JsonFields& fields, std::string_view key, std::string_view what,
          std::span<const std::string_view> keys, Row row) {
  fields.require(key, kWritten);
  const JsonValue* list = fields.list_or_empty(key, kMostRows);
  if (list == nullptr) return;
  for (const JsonValue& value : JsonChildren(*list)) {
    if (!is_object(value, what, fields.errors())) continue;
    row(JsonFields(value, what, keys, fields.errors()));
  }
}

NodeReport::Device read_device(const JsonFields& fields) {
  NodeReport::Device device;
  device.ordinal = needed_count(fields, "ordinal");
  device.name = needed_text(fields, "name");
  const std::string cc = needed_text(fields, "cc");
  const Result<Cc> number = parse_cc(cc);
  if (number) device.cc = *number;
  if (!number && !cc.empty())
    fields.errors().add(fields.find("cc")->offset, "\"cc\": {}",
                        number.error().message);
  return device;
}

NodeReport::Result read_result(const JsonFields& fields) {
  NodeReport::Result result;
  result.verdict = needed_text(fields, "verdict");
  result.disagreements = needed_count(fields, "disagreements");
  if (!result.verdict.empty() && !load_rank(result.verdict))
    fields.errors().add(fields.find("verdict")->offset,
                        "\"verdict\" is {}, which no load test says",
                        quote(result.verdict));
  return result;
}

NodeReport::Artifact read_artifact(const JsonFields& fields) {
  NodeReport::Artifact artifact;
  artifact.path = needed_text(fields, "path");
  artifact.error = text_or_null(fields, "error");
  rows(fields, "devices", "a result", kResultKeys, [&](const JsonFields& row) {
    const std::uint64_t ordinal = needed_count(row, "ordinal");
    if (!artifact.results.emplace(ordinal, read_result(row)).second)
      row.errors().add(row.find("ordinal")->offset,
                       "another result for device {}", ordinal);
  });
  return artifact;
}

/// A device without a result was not tested, which must not look like a pass.
void check_results(const JsonValue& root, const NodeReport& report,
                   LocatedErrors& errors) {
  if (report.skipped.empty() && report.devices.empty())
    errors.add(root.offset,
               "it has no device, and does not say why nothing was loaded");
  if (report.devices.size() > kMostRows / (report.artifacts.size() + 1)) {
    errors.add(root.offset, "it has {} devices and {} artifacts, too many",
               report.devices.size(), report.artifacts.size());
    return;
  }
  for (const NodeReport::Artifact& artifact : report.artifacts) {
    if (!artifact.error.empty() || !report.skipped.empty()) continue;
    for (const NodeReport::Device& device : report.devices) {
      if (!artifact.results.contains(device.ordinal))
        errors.add(root.offset, "{} has no result for device {}",
                   quote(artifact.path), device.ordinal);
    }
  }
}

}  // namespace

tl::expected<NodeReport, ProfileErrors> parse_node_report(
    std::string_view json, const std::string& file) {
  LocatedErrors errors;
  const Result<LocatedJson> parsed = parse_located_json(json);
  if (!parsed) {
    errors.add(parsed.error().offset, "not JSON: {}", parsed.error().message);
    return tl::unexpected(errors.report(json, file));
  }
  for (const Error& duplicate : parsed->duplicate_keys)
    errors.add(duplicate.offset, "{}", duplicate.message);
  const JsonValue& root = parsed->root();
  NodeReport report;
  if (is_object(root, "the report", errors)) {
    const JsonFields fields(root, "the report", kReportKeys, errors);
    if (needed_count(fields, "schema_version") != 1)
      errors.add(root.offset, "this program reads schema_version 1");
    report.node = needed_text(fields, "node");
    report.skipped = text_or_null(fields, "skipped");
    const JsonValue* driver = fields.require("driver", kWritten);
    if (driver != nullptr && is_object(*driver, "\"driver\"", errors)) {
      const JsonFields of(*driver, "\"driver\"", kDriverKeys, errors);
      report.driver = read_or_null(of, "kernel", parse_driver_version);
      report.cuda = read_or_null(of, "cuda", parse_version);
    }
    rows(fields, "devices", "a device", kDeviceKeys,
         [&](const JsonFields& row) {
           report.devices.push_back(read_device(row));
         });
    rows(fields, "artifacts", "an artifact", kArtifactKeys,
         [&](const JsonFields& row) {
           report.artifacts.push_back(read_artifact(row));
         });
    if (errors.empty()) check_results(root, report, errors);
  }
  if (!errors.empty()) return tl::unexpected(errors.report(json, file));
  return report;
}

}  // namespace cudacompat
