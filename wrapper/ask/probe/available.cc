// SPDX-License-Identifier: Apache-2.0
#include "ask/probe/available.h"

#include <algorithm>
#include <filesystem>

#include "ask/jit/compiler.h"
#include "ask/system/process.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

class Files {
 public:
  void file(const fs::path& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error || !fs::is_regular_file(real, error)) return;
    const auto same = [&](const LibcudaFile& other) {
      return other.path == real.string();
    };
    if (std::ranges::any_of(all_, same)) return;
    all_.push_back({real.string(), kind_of_libcuda(real.string())});
  }
  void folder(const fs::path& folder) {
    for (const char* name : {"libcuda.so.1", "libcuda.so"}) file(folder / name);
  }
  std::vector<LibcudaFile> take() { return std::move(all_); }

 private:
  std::vector<LibcudaFile> all_;
};

std::string release_of(const std::string& tool) {
  const auto release = ask_release(tool);
  return release ? release->release : "";
}

/// "12.2.0" in the first line of what a host's tool says to --version: the
/// last word that is a number ("g++ (Debian 12.2.0-14) 12.2.0", "cmake version
/// 3.25.1", "Debian clang version 14.0.6").
std::string host_release_of(const std::string& tool) {
  ProcessRequest request;
  request.argv = {tool, "--version"};
  const auto answer = run_process(request);
  if (!answer || answer->exit_code != 0) return "";
  std::string release;
  const std::string_view out = answer->out;
  for (const std::string_view word : words_of(out.substr(0, out.find('\n')))) {
    if (word.find_first_not_of("0123456789.") == std::string_view::npos)
      release = word;
  }
  return release;
}

/// CUDAHOSTCXX, as CMake takes it, else what nvcc and CMake find in PATH.
std::optional<std::string> find_host_compiler(const Environment& environment) {
  const std::string named = environment("CUDAHOSTCXX").value_or("");
  const std::string program = named.substr(0, named.find(' '));
  if (program.find('/') != std::string::npos) return program;
  if (!program.empty()) return find_in_path(program, environment);
  for (const char* name : {"g++", "c++"}) {
    if (auto found = find_in_path(name, environment)) return found;
  }
  return std::nullopt;
}

}  // namespace

LibcudaFile::Kind kind_of_libcuda(std::string_view path) {
  const std::string_view folder = path.substr(0, path.rfind('/'));
  for (const std::string_view part : split(folder, '/')) {
    if (part == "stubs") return LibcudaFile::Kind::stub;
    // cuda/compat, compat-12.8, and cuda-compat of conda-forge.
    for (const char* name : {"compat", "cuda-compat"}) {
      std::string_view rest = part;
      if (take_prefix(rest, name) && (rest.empty() || rest.front() == '-')) {
        return LibcudaFile::Kind::cuda_compat;
      }
    }
  }
  return LibcudaFile::Kind::driver;
}

std::string_view to_string(LibcudaFile::Kind kind) {
  switch (kind) {
    case LibcudaFile::Kind::driver:
      return "driver";
    case LibcudaFile::Kind::cuda_compat:
      return "cuda-compat";
    case LibcudaFile::Kind::stub:
      return "stub";
  }
  return "";
}

std::vector<LibcudaFile> find_libcuda_files(
    const Environment& environment, std::string_view cache,
    const std::vector<std::string>& toolkits) {
  Files files;
  const std::string path = environment("LD_LIBRARY_PATH").value_or("");
  for (const std::string_view folder : split(path, ':')) {
    if (!folder.empty()) files.folder(folder);
  }
  for (const std::string_view line : split(cache, '\n')) {
    const std::size_t arrow = line.find(" => ");
    // "(libc6)" alone is a library of 32-bit programs.
    if (!line.starts_with("libcuda.so") || arrow == std::string_view::npos ||
        line.find("(libc6)") != std::string_view::npos) {
      continue;
    }
    files.file(trimmed(line.substr(arrow + 4)));
  }
  for (const fs::path root : toolkits) {
    files.folder(root / "compat");
    files.folder(root / "lib64/stubs");
  }
  return files.take();
}

const std::string& loader_cache() {
  static const std::string cache = [] {
    ProcessRequest request;
    request.argv = {"/sbin/ldconfig", "-p"};
    const auto end = run_process(request);
    return end ? end->out : "";
  }();
  return cache;
}

std::vector<LibcudaFile> available_libcudas() {
  return find_libcuda_files(system_environment(), loader_cache(),
                            system_jit_places().toolkits);
}

std::vector<BuildTool> find_build_tools(const Environment& environment) {
  std::vector<BuildTool> tools;
  const auto add = [&](const char* name, const fs::path& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) return;
    for (const BuildTool& tool : tools) {
      if (fs::equivalent(tool.path, real, error)) return;
    }
    tools.push_back({name, path.string(), release_of(path.string())});
  };
  if (const auto nvcc = find_nvcc({}, environment)) {
    add("nvcc", *nvcc);
    std::error_code error;
    const fs::path real = fs::canonical(*nvcc, error);
    if (!error) add("ptxas", real.parent_path() / "ptxas");
  }
  if (const auto ptxas = find_in_path("ptxas", environment)) {
    add("ptxas", *ptxas);
  }
  const auto add_host = [&](const char* name,
                            const std::optional<std::string>& path) {
    if (path) tools.push_back({name, *path, host_release_of(*path)});
  };
  add_host("c++", find_host_compiler(environment));
  add_host("cmake", find_in_path("cmake", environment));
  return tools;
}

}  // namespace cudacompat
