// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/json/json_fields.h"
#include "base/model/profile_parts.h"
#include "base/model/target_values.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

constexpr std::array<std::string_view, 9> kTargetKeys = {
    "name",        "count",   "gpus", "driver",    "cuda",
    "cuda_compat", "max_ptx", "os",   "frameworks"};
constexpr std::array<std::string_view, 3> kGpuKeys = {"cc", "name", "tegra"};
constexpr std::array<std::string_view, 4> kFrameworkKeys = {"name", "version",
                                                            "cuda", "archs"};
constexpr std::uint64_t kMaxCount = 1'000'000'000;
constexpr std::size_t kMaxGpus = 1'000;
constexpr std::size_t kMaxFrameworks = 100;
constexpr std::size_t kMaxArchs = 1'000;

/// The value of a string member read by `read`, whose error gets the place.
template <typename T>
std::optional<T> read_with(const JsonFields& fields, std::string_view key,
                           Result<T> (*read)(std::string_view)) {
  const JsonValue* member = fields.find(key);
  if (member == nullptr) return std::nullopt;
  if (member->kind == JsonValue::Kind::number) {
    fields.errors().add(member->offset,
                        "\"{}\" is the number {}; write it in quotes, because "
                        "a number loses its last zeros: \"{}\"",
                        key, member->text.substr(0, 40),
                        member->text.substr(0, 40));
    return std::nullopt;
  }
  const auto text = fields.text(key);
  if (!text) return std::nullopt;
  Result<T> value = read(*text);
  if (value) return std::move(*value);
  fields.errors().add(member->offset, "\"{}\": {}", key, value.error().message);
  return std::nullopt;
}

GpuSpec read_gpu(const JsonValue& value, LocatedErrors& errors) {
  GpuSpec gpu;
  if (value.kind == JsonValue::Kind::string) {
    errors.add(value.offset,
               "a GPU is the string {}; write an object: {{\"cc\": \"8.9\"}}",
               quote(value.text));
    return gpu;
  }
  if (!is_object(value, "a GPU", errors)) return gpu;
  const JsonFields fields(value, "a GPU", kGpuKeys, errors);
  gpu.name = fields.text("name").value_or(std::string_view());
  gpu.tegra = fields.boolean("tegra").value_or(false);
  const JsonValue* cc = fields.require(
      "cc",
      "give its compute capability, as in \"cc\": \"8.9\" (nvidia-smi "
      "--query-gpu=compute_cap prints it)");
  if (cc != nullptr) gpu.cc = read_cc_value(*cc, errors).value_or(0);
  return gpu;
}

/// "sm_87" and "compute_90", as torch.cuda.get_arch_list() prints them.
void read_arch(const JsonValue& value, FrameworkSpec& framework,
               LocatedErrors& errors) {
  const auto text = checked_text(value, "an architecture", errors);
  if (!text) return;
  const Result<Arch> arch = parse_arch(*text);
  if (arch && text->starts_with("sm_")) {
    framework.sass.push_back(*arch);
  } else if (arch && text->starts_with("compute_")) {
    framework.ptx.push_back(*arch);
  } else {
    errors.add(value.offset,
               "{} is not an architecture of a framework; write \"sm_87\" for "
               "machine code or \"compute_90\" for PTX",
               quote(*text));
  }
}

FrameworkSpec read_framework(const JsonValue& value, LocatedErrors& errors) {
  FrameworkSpec framework;
  if (!is_object(value, "a framework", errors)) return framework;
  const JsonFields fields(value, "a framework", kFrameworkKeys, errors);
  fields.require("name", "give it one, as in \"torch\"");
  framework.name = fields.text("name").value_or(std::string_view());
  framework.version = fields.text("version").value_or(std::string_view());
  framework.cuda = read_with(fields, "cuda", read_cuda);
  if (const JsonValue* archs = fields.list("archs", kMaxArchs)) {
    for (const JsonValue& element : JsonChildren(*archs)) {
      read_arch(element, framework, errors);
    }
  }
  return framework;
}

}  // namespace

std::optional<Cc> read_cc_value(const JsonValue& value, LocatedErrors& errors) {
  if (value.kind == JsonValue::Kind::number) {
    std::string text(value.text.substr(0, 40));
    if (const Result<Cc> cc = read_cc(text); !cc && text.size() == 1) {
      text += ".0";
    }
    errors.add(value.offset,
               "\"cc\" is the number {}; write it in quotes, because YAML and "
               "JSON turn 8.0 into 8: \"{}\"",
               value.text.substr(0, 40), text);
    return std::nullopt;
  }
  const auto text = checked_text(value, "\"cc\"", errors);
  if (!text) return std::nullopt;
  const Result<Cc> cc = read_cc(*text);
  if (cc) return *cc;
  errors.add(value.offset, "\"cc\": {}", cc.error().message);
  return std::nullopt;
}

TargetSpec read_target(const JsonValue& value, LocatedErrors& errors) {
  TargetSpec target;
  if (!is_object(value, "an element of \"targets\"", errors)) return target;
  const JsonFields fields(value, "a target", kTargetKeys, errors);
  fields.require("name", "the report names the machines by it");
  target.name = fields.text("name").value_or(std::string_view());
  target.count = fields.count("count", kMaxCount).value_or(1);
  fields.require("gpus",
                 "give at least one, as in \"gpus\": [{\"cc\": \"8.9\"}]");
  if (const JsonValue* gpus = fields.list("gpus", kMaxGpus)) {
    for (const JsonValue& gpu : JsonChildren(*gpus)) {
      target.gpus.push_back(read_gpu(gpu, errors));
    }
  }
  target.driver = read_with(fields, "driver", parse_driver_range);
  target.cuda = read_with(fields, "cuda", read_cuda);
  target.cuda_compat = read_with(fields, "cuda_compat", read_cuda);
  target.max_ptx = read_with(fields, "max_ptx", read_ptx_isa);
  target.os = read_with(fields, "os", read_os).value_or(Os::linux_x86_64);
  if (const JsonValue* list =
          fields.list_or_empty("frameworks", kMaxFrameworks)) {
    for (const JsonValue& framework : JsonChildren(*list)) {
      target.frameworks.push_back(read_framework(framework, errors));
    }
  }
  return target;
}

}  // namespace cudacompat
