#include "cli/probe_python.h"

#include "cli/exit_status.h"
#include "cli/messages.h"
#include "cli/progress.h"
#include "report/profile_json.h"
#include "report/words.h"

namespace cudacompat {
namespace {

/// What is not known because it could not be read; true: there is such.
bool tell_unread(const PythonEnvironment& python) {
  bool any = false;
  for (const std::string& problem : python.problems) {
    warn("{}", printable(problem));
    any = true;
  }
  for (const Package& package : python.packages) {
    for (const ArtifactFacts& file : package.files) {
      if (file.problem_count == 0) continue;
      warn("device code of {} is not known: {}: {}", printable(package.name),
           printable(file.path), printable(file.problems.at(0).message));
      any = true;
    }
  }
  return any;
}

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

std::optional<PythonEnvironment> probed_python(const std::string& env,
                                               bool quiet, int& status) {
  const auto at_hand = python_environment_at_hand(system_environment());
  const std::string prefix = env.empty() ? at_hand.value_or("") : env;
  if (prefix.empty()) return std::nullopt;
  Progress progress(!quiet);
  auto python = read_python_environment(
      prefix, Depth::cubin_headers,
      [&](std::size_t at, std::size_t of, std::string_view name) {
        progress.tick(at, of, name);
      });
  clear_progress_line();
  if (!python) {
    say(env.empty() ? "warning" : "error",
        printable(prefix + ": " + python.error().message));
    if (!env.empty()) status = kUnread;
    return std::nullopt;
  }
  if (tell_unread(*python) && status != kNoGpu) status = kUnread;
  return std::move(*python);
}

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
