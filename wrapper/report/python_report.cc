// SPDX-License-Identifier: Apache-2.0
#include "report/python_report.h"

#include <fmt/format.h>

#include "base/model/profile_json.h"
#include "judge/facts/image_names.h"

namespace cudacompat {
namespace {

void write_file(JsonWriter& json, const ArtifactFacts& file) {
  json.begin_object(JsonWriter::Layout::line);
  json.member("path", file.path);
  json.member("containers", static_cast<std::uint64_t>(file.containers.size()));
  json.member("archs", arch_words(all_code(file)));
  json.value_or_null("runtime", file.runtime.version);
  std::vector<std::string> problems;
  for (const Problem& problem : file.problems)
    problems.push_back(problem.message);
  json.member("problems", problems);
  json.end();
}

void write_package(JsonWriter& json, const Package& package) {
  json.begin_object();
  json.member("name", package.name);
  json.member("version", package.version);
  json.text_or_null("framework", package.framework);
  json.text_or_null("platform", package.platform);
  json.value_or_null("cuda", package.cuda);
  json.text_or_null("cuda_from", package.cuda_from);
  json.member("archs", arch_words(framework_spec(package)));
  json.key("files");
  json.begin_array();
  for (const ArtifactFacts& file : package.files) write_file(json, file);
  json.end();
  json.end();
}

}  // namespace

std::string package_line(const Package& package) {
  std::string line = package.name + " " + package.version;
  if (package.cuda) {
    line +=
        fmt::format("  {} {}", package.framework == "triton" ? "ptxas" : "CUDA",
                    to_string(*package.cuda));
  } else if (!package.platform.empty() && package.platform != "cuda") {
    line += "  built for " + package.platform;
  }
  const FrameworkSpec spec = framework_spec(package);
  if (!spec.sass.empty()) line += "  SASS " + arch_numbers(spec.sass);
  if (!spec.ptx.empty()) line += "  PTX " + arch_numbers(spec.ptx);
  return line;
}

void write_python(JsonWriter& json, const PythonEnvironment* python) {
  if (python == nullptr) return json.null_member("python");
  json.key("python");
  json.begin_object();
  json.member("prefix", python->prefix);
  json.member("folders", python->folders);
  json.value_or_null("runtime", python->runtime);
  json.key("packages");
  json.begin_array();
  for (const Package& package : python->packages) write_package(json, package);
  json.end();
  json.member("problems", python->problems);
  json.end();
}

}  // namespace cudacompat
