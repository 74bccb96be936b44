// SPDX-License-Identifier: Apache-2.0
#include "ask/system/nvcc.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/system/nvcc_text.h"
#include "ask/system/process.h"
#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

bool is_program(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

/// A program named outright; `who` named it.
Result<std::string> named(const std::string& text, std::string_view who,
                          const Environment& environment) {
  if (text.find('/') != std::string::npos) {
    if (is_program(text)) return text;
    return fail(Error::kNoOffset,
                "{} names {}, which is not a program that can be run", who,
                text);
  }
  if (auto found = find_in_path(text, environment)) return *found;
  return fail(Error::kNoOffset, "{} names {}, which is not in PATH", who, text);
}

/// Runs nvcc. Flags from the environment are left out: they belong to
/// compiles, and a bad one would stop nvcc before it answers.
Result<ProcessOutput> ask(std::vector<std::string> argv,
                          std::chrono::milliseconds time_limit) {
  ProcessRequest request;
  request.argv = std::move(argv);
  request.without = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
  request.time_limit = time_limit;
  return run_process(request);
}

Result<std::vector<Arch>> ask_archs(const std::string& nvcc,
                                    std::chrono::milliseconds time_limit) {
  const auto answer = ask({nvcc, "--list-gpu-code"}, time_limit);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->exit_code != 0) {
    return fail(Error::kNoOffset,
                "{} --list-gpu-code failed with exit code {}; it printed: {}",
                nvcc, answer->exit_code, first_line(answer->err + answer->out));
  }
  return parse_gpu_code_list(answer->out);
}

/// A PTX text in a temporary file that is removed again.
class TemporaryPtx {
 public:
  explicit TemporaryPtx(std::string_view text) {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error) return;
    path_ = (folder / "cudacompat-XXXXXX").string();
    const int fd = mkstemp(path_.data());
    if (fd < 0) {
      path_.clear();
      return;
    }
    written_ = write(fd, text.data(), text.size()) ==
               static_cast<ssize_t>(text.size());
    close(fd);
  }
  TemporaryPtx(const TemporaryPtx&) = delete;
  TemporaryPtx& operator=(const TemporaryPtx&) = delete;
  ~TemporaryPtx() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  bool written() const { return written_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool written_ = false;
};

std::optional<Version> ask_ptxas(const std::string& ptxas,
                                 std::chrono::milliseconds time_limit) {
  const auto listed = ask({ptxas, "--list-version"}, time_limit);
  if (!listed) return std::nullopt;
  if (listed->exit_code == 0) {
    if (auto newest = parse_ptxas_versions(listed->out)) return newest;
  }
  const TemporaryPtx too_new(
      ".version 99.9\n.target sm_90\n.address_size 64\n");
  if (!too_new.written()) return std::nullopt;
  const auto refused =
      ask({ptxas, too_new.path(), "-o", "/dev/null"}, time_limit);
  if (!refused) return std::nullopt;
  return parse_ptxas_refusal(refused->err + refused->out);
}

/// The PTX ISA of the ptxas in the folder of nvcc, or of what nvcc links to.
std::optional<Version> ask_ptx_isa(const std::string& nvcc,
                                   std::chrono::milliseconds time_limit) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(nvcc, error);
  for (const auto& path : {std::filesystem::path(nvcc), real}) {
    const std::string ptxas = (path.parent_path() / "ptxas").string();
    if (!path.empty() && is_program(ptxas)) return ask_ptxas(ptxas, time_limit);
  }
  return std::nullopt;
}

/// What is listed, and the a and f architectures of the row that go with it.
std::vector<Arch> with_suffixed(std::vector<Arch> listed,
                                const ReleaseRow& row) {
  for (const Arch& arch : row.archs) {
    const Arch base{arch.number, ArchScope::base};
    if (std::ranges::find(listed, base) != listed.end()) listed.push_back(arch);
  }
  std::ranges::sort(listed);
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  return listed;
}

}  // namespace

Environment system_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  };
}

std::optional<std::string> find_in_path(const std::string& name,
                                        const Environment& environment) {
  const std::string path = environment("PATH").value_or("");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const std::string_view folder = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const std::string candidate = fmt::format("{}/{}", folder, name);
    if (!folder.empty() && is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

Result<std::string> find_nvcc(const std::string& wanted,
                              const Environment& environment) {
  if (!wanted.empty()) return named(wanted, "--nvcc", environment);
  for (const char* name : {"CUDACOMPAT_NVCC", "CUDACXX"}) {
    const std::string value = environment(name).value_or("");
    if (value.empty()) continue;
    if (is_program(value)) return value;
    return named(value.substr(0, value.find(' ')), name, environment);
  }
  if (auto found = find_in_path("nvcc", environment)) return *found;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    const std::string folder = environment(name).value_or("");
    const std::string candidate = folder + "/bin/nvcc";
    if (!folder.empty() && is_program(candidate)) return candidate;
  }
  const std::string usual = "/usr/local/cuda/bin/nvcc";
  if (is_program(usual)) return usual;
  return fail(
      Error::kNoOffset,
      "no nvcc found in CUDACOMPAT_NVCC, CUDACXX, PATH, CUDA_HOME/bin, "
      "CUDA_PATH/bin or /usr/local/cuda/bin; name one with --nvcc PATH, "
      "or plan for a release without it, --toolkit 13.0");
}

Result<NvccVersion> ask_release(const std::string& tool,
                                std::chrono::milliseconds time_limit) {
  const auto answer = ask({tool, "--version"}, time_limit);
  if (!answer) return tl::unexpected(answer.error());
  const std::string text = answer->out + answer->err;
  if (answer->exit_code != 0) {
    return fail(Error::kNoOffset,
                "{} --version failed with exit code {}; it printed: {}", tool,
                answer->exit_code, first_line(text));
  }
  auto version = parse_nvcc_version(text);
  if (!version) {
    return fail(Error::kNoOffset, "{}: {}", tool, version.error().message);
  }
  return version;
}

Result<ToolkitFacts> ask_toolkit(const std::string& nvcc,
                                 std::chrono::milliseconds time_limit) {
  const auto version = ask_release(nvcc, time_limit);
  if (!version) return tl::unexpected(version.error());
  ToolkitFacts facts;
  facts.cuda = version->cuda;
  facts.release = version->release;
  facts.nvcc = nvcc;
  const ReleaseRow* row = find_release(version->cuda);
  facts.in_tables = row != nullptr && !row->archs.empty();
  auto listed = ask_archs(nvcc, time_limit);
  if (!listed && !facts.in_tables) return tl::unexpected(listed.error());
  if (facts.in_tables) {
    facts.ptx_isa = row->ptx_isa;
    // An old nvcc may not know how to list; its row does.
    facts.archs = listed
                      ? with_suffixed(std::move(*listed), *row)
                      : std::vector<Arch>(row->archs.begin(), row->archs.end());
  } else {
    facts.archs = std::move(*listed);
    facts.ptx_isa = ask_ptx_isa(nvcc, time_limit);
  }
  return facts;
}

}  // namespace cudacompat
