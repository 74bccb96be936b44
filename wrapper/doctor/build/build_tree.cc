// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/build_tree.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "ask/system/nvcc.h"
#include "base/text/line_reader.h"
#include "base/text/message_text.h"
#include "doctor/build/build_objects.h"
#include "doctor/build/cmake_text.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

using LineParser = std::optional<CMakeEntry> (*)(std::string_view line);
using Wanted = std::map<std::string_view, std::string*>;

/// Puts the values of `wanted` where they belong; of two the last counts, as
/// with CMake.
Result<void> read_entries(const std::string& path, LineParser parse,
                          const Wanted& wanted) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  LineReader lines(*source);
  while (lines.next()) {
    auto entry = parse(lines.line());
    if (!entry) continue;
    const auto at = wanted.find(entry->name);
    if (at != wanted.end()) *at->second = std::move(entry->value);
  }
  return lines.status();
}

Result<void> read_cache(BuildTree& tree) {
  std::string major, minor, patch, cudart, toolkit_cudart;
  std::string old_nvcc, old_version;  // of FindCUDA, before CUDA was a language
  const Wanted wanted = {
      {"CMAKE_HOME_DIRECTORY", &tree.source},
      {"CMAKE_GENERATOR", &tree.generator},
      {"CMAKE_CACHE_MAJOR_VERSION", &major},
      {"CMAKE_CACHE_MINOR_VERSION", &minor},
      {"CMAKE_CACHE_PATCH_VERSION", &patch},
      {"CMAKE_CUDA_COMPILER", &tree.compiler},
      {"CMAKE_CUDA_ARCHITECTURES", &tree.architectures},
      {"TORCH_CUDA_ARCH_LIST", &tree.torch_archs},
      {"CUDACOMPAT_PROFILE", &tree.profile},
      {"CUDA_CUDART", &cudart},
      {"CUDA_cudart_LIBRARY", &toolkit_cudart},
      {"CUDA_NVCC_EXECUTABLE", &old_nvcc},
      {"CUDA_VERSION", &old_version},
  };
  const std::string path = tree.folder + "/CMakeCache.txt";
  const auto read = read_entries(path, parse_cache_line, wanted);
  if (!read) {
    return fail(Error::kNoOffset,
                "{}: {}; name the folder that CMake builds in (cmake -B "
                "FOLDER)",
                path, read.error().message);
  }
  tree.cmake = fmt::format("{}.{}.{}", major, minor, patch);
  if (tree.compiler.empty() && !old_nvcc.empty()) {
    tree.compiler = old_nvcc;
    tree.compiler_id = "NVIDIA";
    tree.compiler_version = old_version;
  }
  std::error_code error;
  const fs::path real =
      fs::canonical(toolkit_cudart.empty() ? cudart : toolkit_cudart, error);
  if (!error) tree.cudart = real.string();
  return {};
}

/// Where CUDA is no language of the project there is no such file.
void read_compiler_file(BuildTree& tree) {
  const std::string path = fmt::format(
      "{}/CMakeFiles/{}/CMakeCUDACompiler.cmake", tree.folder, tree.cmake);
  std::error_code error;
  if (!fs::exists(path, error)) return;
  const Wanted wanted = {
      {"CMAKE_CUDA_COMPILER", &tree.compiler},
      {"CMAKE_CUDA_COMPILER_ID", &tree.compiler_id},
      {"CMAKE_CUDA_COMPILER_VERSION", &tree.compiler_version},
      {"CMAKE_CUDA_ARCHITECTURES_NATIVE", &tree.native},
  };
  if (const auto read = read_entries(path, parse_set_line, wanted); !read) {
    tree.problem(fmt::format("the compiler is not known: {}: {}", path,
                             read.error().message));
  }
}

void ask_compiler(BuildTree& tree) {
  if (tree.compiler_id != "NVIDIA" || tree.compiler.empty()) return;
  std::error_code error;
  if (!fs::exists(tree.compiler, error)) {
    tree.compiler_gone = true;
    return;
  }
  const auto now = ask_release(tree.compiler);
  if (now) {
    tree.compiler_now = now->release;
  } else {
    tree.problem(fmt::format("what {} is now is not known: {}",
                             quote(tree.compiler, 200), now.error().message));
  }
}

}  // namespace

void BuildTree::problem(std::string line) {
  if (problem_count++ < kMaxProblems) problems.push_back(std::move(line));
}

std::optional<Version> BuildTree::release_kept() const {
  return cuda_release(compiler_version);
}

std::optional<Version> BuildTree::release_now() const {
  return cuda_release(compiler_now);
}

Result<BuildTree> read_build_tree(const std::string& folder) {
  BuildTree tree;
  tree.folder = folder;
  while (tree.folder.size() > 1 && tree.folder.ends_with('/')) {
    tree.folder.pop_back();
  }
  if (auto read = read_cache(tree); !read) {
    return tl::unexpected(read.error());
  }
  read_compiler_file(tree);
  ask_compiler(tree);
  read_built_files(tree);
  return tree;
}

}  // namespace cudacompat
