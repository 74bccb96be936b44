// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/build_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>

#include "base/text/message_text.h"
#include "doctor/build/build_architectures.h"

namespace cudacompat {
namespace {

// Sorted by id. One field a line reads better than columns.
// clang-format off
// clang-format on

std::string compile_again(const BuildTree& tree) {
  return fmt::format("cmake --build {} --clean-first", shell_word(tree.folder));
}

/// Configures the folder as if it were new, where CMake can (3.24) by its own
/// option, and compiles all again: objects may lie where that does not look.
/// The generator is in what is forgotten.
std::string begin_again(const BuildTree& tree, const std::string& more) {
  const std::string folder = shell_word(tree.folder);
  const auto version = cuda_release(tree.cmake);
  const bool knows_fresh = version && *version >= Version{3, 24};
  return fmt::format(
      "{} -S {} -B {} -G {}{} && {} (with the -D options that it had)",
      knows_fresh ? "cmake --fresh"
                  : fmt::format("rm -r {0}/CMakeCache.txt {0}/CMakeFiles && "
                                "cmake",
                                folder),
      shell_word(tree.source), folder, shell_word(tree.generator), more,
      compile_again(tree));
}

std::optional<Finding> compiler(const BuildTree& tree) {
  if (tree.compiler_gone) {
    return make_finding(
        "CC840", Severity::error,
        fmt::format("nothing compiles in {}: its nvcc no longer "
                    "exists: {} ({} when CMake asked it)",
                    tree.folder, tree.compiler, tree.compiler_version),
        begin_again(tree, " -DCMAKE_CUDA_COMPILER=NVCC"));
  }
  // FindCUDA keeps "11.8" of "11.8.89".
  if (tree.compiler_now.empty() || tree.compiler_version.empty() ||
      (tree.compiler_now + ".").starts_with(tree.compiler_version + ".")) {
    return std::nullopt;
  }
  return make_finding(
      "CC841", Severity::warning,
      fmt::format(
          "code of two toolkits may end up in one binary: {} was configured "
          "with nvcc {}, {} is {} now, and CMake does not "
          "recompile what is up to date",
          tree.folder, tree.compiler_version, tree.compiler, tree.compiler_now),
      begin_again(tree, ""));
}

std::string listed(const std::set<Version>& releases) {
  std::string out;
  for (const Version& release : releases) {
    out += (out.empty() ? "" : ", ") + to_string(release);
  }
  return out;
}

std::optional<Finding> objects(const BuildTree& tree) {
  // Without a compiler of CUDA they are somebody else's.
  if (tree.compiler_id != "NVIDIA") return std::nullopt;
  const auto now = tree.release_now();
  // That the compiler was exchanged is told by itself.
  const bool by_another = tree.objects.size() == 1 && now &&
                          now == tree.release_kept() &&
                          tree.objects.begin()->first != *now;
  if (tree.objects.size() < 2 && !by_another) return std::nullopt;
  std::string counted;
  for (const auto& [release, made] : tree.objects) {
    counted += fmt::format(
        "{}{} by CUDA {} ({}{})", counted.empty() ? "" : ", ", made.count,
        to_string(release), made.first, made.count == 1 ? "" : " ...");
  }
  return make_finding(
      "CC842", Severity::warning,
      fmt::format("{}: objects in {} were made {}{}",
                  by_another ? "the next build mixes code of two toolkits"
                             : "products hold code of several toolkits, and "
                               "need what the newest needs",
                  tree.folder, counted,
                  by_another ? ", and its nvcc is " + tree.compiler_now : ""),
      compile_again(tree));
}

/// Of toolkits that no object is of: an old link, or a library of others.
std::optional<Finding> product(const BuildTree& tree) {
  for (const BuiltFile& file : tree.mixed) {
    std::set<Version> others;
    for (const Version& release : file.toolkits) {
      if (!tree.objects.contains(release)) others.insert(release);
    }
    if (others.empty()) continue;
    return make_finding(
        "CC843", Severity::note,
        fmt::format("{} needs what the newest of its toolkits needs: it holds "
                    "code of CUDA {}, and no object here is of {}",
                    file.path, listed(file.toolkits), listed(others)),
        "none where that is of a library that it links; else: " +
            compile_again(tree));
  }
  return std::nullopt;
}

/// libcudart.so.13.0.96 names its release.
std::optional<Finding> runtime(const BuildTree& tree) {
  constexpr std::string_view kName = "libcudart.so.";
  const std::string file = std::filesystem::path(tree.cudart).filename();
  if (!file.starts_with(kName)) return std::nullopt;
  const std::string version = file.substr(kName.size());
  const auto release = parse_version(version.substr(0, version.rfind('.')));
  const auto now =
      tree.release_now() ? tree.release_now() : tree.release_kept();
  if (!release || !now) return std::nullopt;
  // NVIDIA's wheels have libcudart.so.13 alone: no minor to compare.
  const bool major_alone = version.find('.') == std::string::npos;
  if (*release >= (major_alone ? Version{now->major, 0} : *now)) {
    return std::nullopt;
  }
  return make_finding(
      "CC845", Severity::warning,
      fmt::format(
          "what is linked in {} may lack functions that its code calls: "
          "nvcc is of CUDA {}, the runtime that CMake found of {} ({})",
          tree.folder, to_string(*now), to_string(*release), tree.cudart),
      begin_again(tree, " -DCUDAToolkit_ROOT=TOOLKIT"));
}

}  // namespace

std::vector<Finding> build_findings(const BuildTree& tree,
                                    const std::vector<JudgedGroup>& groups,
                                    const Policy& policy) {
  std::vector<Finding> out;
  for (auto& finding : {compiler(tree), unserved_by_kept(tree, groups, policy),
                        objects(tree), runtime(tree), product(tree)}) {
    if (finding) out.push_back(*finding);
  }
  std::ranges::stable_sort(out, std::greater(), &Finding::severity);
  return out;
}

}  // namespace cudacompat
