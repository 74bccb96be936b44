// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/record.h"

#include <algorithm>
#include <map>

#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

template <typename T>
std::string text_of(const std::optional<T>& value) {
  return value ? to_string(*value) : "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

// What else is known of a framework, behind its name.
constexpr const char* kCuda = " CUDA";
constexpr const char* kCode = " code";

using Lines = std::map<std::string, std::string>;

/// Each fact by the name that a line of drift starts with.
Lines lines_of(const EnvironmentRecord& record) {
  Lines lines = {
      {"driver", record.driver},
      {"CUDA", record.cuda},
      {"nvcc", record.toolkit},
      {"CUDA runtime", record.runtime},
  };
  for (const EnvironmentRecord::Gpu& gpu : record.gpus) {
    lines[std::string(trimmed(fmt::format("GPU {} {}", gpu.cc, gpu.name)))] =
        fmt::format("x{}", gpu.count);
  }
  for (const EnvironmentRecord::Framework& one : record.frameworks) {
    lines[one.name] = one.version;
    lines[one.name + kCuda] = one.cuda;
    lines[one.name + kCode] = joined(one.archs);
  }
  std::erase_if(lines, [](const auto& line) { return line.second.empty(); });
  return lines;
}

}  // namespace

EnvironmentRecord record_of(const ThisMachine& machine,
                            const std::vector<BuildTool>& tools,
                            const PythonEnvironment* python) {
  EnvironmentRecord record;
  record.driver = text_of(machine.driver.kernel);
  record.cuda = text_of(machine.driver.cuda);
  for (const BuildTool& tool : tools) {
    if (tool.name == "nvcc") record.toolkit = tool.release;
  }
  std::map<std::pair<Cc, std::string>, std::uint64_t> gpus;
  for (const ProbedGpu& gpu : gpus_of(machine)) ++gpus[{gpu.cc, gpu.name}];
  for (const auto& [gpu, count] : gpus) {
    record.gpus.push_back({cc_to_string(gpu.first), gpu.second, count});
  }
  if (python == nullptr) return record;
  record.runtime = text_of(python->runtime);
  for (const Package& package : python->packages) {
    const FrameworkSpec spec = framework_spec(package);
    record.frameworks.push_back(
        {spec.name, spec.version, text_of(spec.cuda), arch_words(spec)});
  }
  return record;
}

void write_record(JsonWriter& json, const EnvironmentRecord& record) {
  const auto member = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) json.member(name, text);
  };
  member("driver", record.driver);
  member("cuda", record.cuda);
  member("toolkit", record.toolkit);
  member("runtime", record.runtime);
  json.key("gpus");
  json.begin_array();
  for (const EnvironmentRecord::Gpu& gpu : record.gpus) {
    json.begin_object(JsonWriter::Layout::line);
    json.member("cc", gpu.cc);
    member("name", gpu.name);
    json.member("count", gpu.count);
    json.end();
  }
  json.end();
  json.key("frameworks");
  json.begin_array();
  for (const EnvironmentRecord::Framework& one : record.frameworks) {
    json.begin_object(JsonWriter::Layout::line);
    json.member("name", one.name);
    member("version", one.version);
    member("cuda", one.cuda);
    json.member("archs", one.archs);
    json.end();
  }
  json.end();
}

std::vector<std::string> drift(const EnvironmentRecord& before,
                               const EnvironmentRecord& now) {
  const Lines was = lines_of(before);
  const Lines is = lines_of(now);
  std::vector<std::string> out;
  const auto value = [](const Lines& lines, const std::string& name) {
    const auto at = lines.find(name);
    return at == lines.end() ? "none" : at->second;
  };
  Lines all = was;
  all.insert(is.begin(), is.end());
  for (const auto& [name, ignored] : all) {
    if (value(was, name) == value(is, name)) continue;
    // Of a framework that came or went one line is enough.
    const std::string framework = name.substr(0, name.rfind(' '));
    const bool detail = name == framework + kCuda || name == framework + kCode;
    if (detail && was.contains(framework) != is.contains(framework)) continue;
    out.push_back(
        fmt::format("{} {} -> {}", name, value(was, name), value(is, name)));
  }
  return out;
}

}  // namespace cudacompat
