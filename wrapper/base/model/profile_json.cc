// SPDX-License-Identifier: Apache-2.0
#include "base/model/profile_json.h"

#include "base/json/json_writer.h"

namespace cudacompat {
namespace {

using Layout = JsonWriter::Layout;

template <typename T>
void write_text(JsonWriter& json, std::string_view key,
                const std::optional<T>& value) {
  if (value) json.member(key, to_string(*value));
}

void write_gpus(JsonWriter& json, const std::vector<GpuSpec>& gpus) {
  json.key("gpus");
  json.begin_array(Layout::line);
  for (const GpuSpec& gpu : gpus) {
    json.begin_object(Layout::line);
    json.member("cc", cc_to_string(gpu.cc));
    if (!gpu.name.empty()) json.member("name", gpu.name);
    if (gpu.tegra) json.member("tegra", true);
    json.end();
  }
  json.end();
}

void write_frameworks(JsonWriter& json,
                      const std::vector<FrameworkSpec>& frameworks) {
  if (frameworks.empty()) return;
  json.key("frameworks");
  json.begin_array(Layout::line);
  for (const FrameworkSpec& framework : frameworks) {
    json.begin_object(Layout::line);
    json.member("name", framework.name);
    if (!framework.version.empty()) json.member("version", framework.version);
    write_text(json, "cuda", framework.cuda);
    const std::vector<std::string> archs = arch_words(framework);
    if (!archs.empty()) json.member("archs", archs);
    json.end();
  }
  json.end();
}

void write_target(JsonWriter& json, const TargetSpec& target) {
  json.begin_object(Layout::line);
  json.member("name", target.name);
  if (target.count != 1) json.member("count", target.count);
  write_gpus(json, target.gpus);
  write_text(json, "driver", target.driver);
  write_text(json, "cuda", target.cuda);
  write_text(json, "cuda_compat", target.cuda_compat);
  write_text(json, "max_ptx", target.max_ptx);
  if (target.os != Os::linux_x86_64) {
    json.member("os", to_string(target.os));
  }
  write_frameworks(json, target.frameworks);
  json.end();
}

void write_partial(JsonWriter& json, const std::vector<PartialRow>& rows) {
  if (rows.empty()) return;
  json.key("partial");
  json.begin_array();
  for (const PartialRow& row : rows) {
    json.begin_object(Layout::line);
    if (!row.path.empty()) json.member("path", row.path);
    if (!row.unit.empty()) json.member("unit", row.unit);
    if (!row.kernel.empty()) json.member("kernel", row.kernel);
    std::vector<std::string> gpus;
    for (const Cc cc : row.gpus) gpus.push_back(cc_to_string(cc));
    if (!gpus.empty()) json.member("gpus", gpus);
    json.member("reason", row.reason);
    json.end();
  }
  json.end();
}

void write_suppress(JsonWriter& json, const std::vector<SuppressRow>& rows) {
  if (rows.empty()) return;
  json.key("suppress");
  json.begin_array();
  for (const SuppressRow& row : rows) {
    json.begin_object(Layout::line);
    json.member("id", row.id);
    if (!row.path.empty()) json.member("path", row.path);
    json.member("reason", row.reason);
    json.end();
  }
  json.end();
}

bool is_default(const Policy& policy) {
  return policy.accept == Policy{}.accept && !policy.downgrade_ptx &&
         !policy.future_gpus && policy.partial.empty() &&
         policy.suppress.empty();
}

void write_policy(JsonWriter& json, const Policy& policy) {
  json.begin_object();
  if (policy.accept != Policy{}.accept) {
    std::vector<std::string> accept;
    for (const Outcome outcome : policy.accept) {
      accept.emplace_back(to_string(outcome));
    }
    json.member("accept", accept);
  }
  if (policy.downgrade_ptx) json.member("downgrade_ptx", true);
  if (policy.future_gpus) json.member("future_gpus", true);
  write_partial(json, policy.partial);
  write_suppress(json, policy.suppress);
  json.end();
}

Sink appending_to(std::string& out) {
  return [&out](std::string_view text) {
    out += text;
    return true;
  };
}

}  // namespace

void write_profile_json(const Sink& sink, const Profile& profile) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", std::uint64_t{1});
  if (!profile.name.empty()) json.member("name", profile.name);
  json.key("targets");
  json.begin_array();
  for (const TargetSpec& target : profile.targets) write_target(json, target);
  json.end();
  if (!is_default(profile.policy)) {
    json.key("policy");
    write_policy(json, profile.policy);
  }
  json.end();
}

std::vector<std::string> arch_words(const FrameworkSpec& framework) {
  std::vector<std::string> archs;
  for (const Arch arch : framework.sass) {
    archs.push_back("sm_" + to_string(arch));
  }
  for (const Arch arch : framework.ptx) {
    archs.push_back("compute_" + to_string(arch));
  }
  return archs;
}

std::string target_json(const TargetSpec& target) {
  std::string out;
  JsonWriter json(appending_to(out));
  write_target(json, target);
  return out;
}

std::string policy_json(const Policy& policy) {
  std::string out;
  if (is_default(policy)) return out;
  JsonWriter json(appending_to(out));
  write_policy(json, policy);
  return out;
}

}  // namespace cudacompat
