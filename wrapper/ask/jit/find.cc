// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>

#include "ask/jit/compiler.h"
#include "ask/system/nvcc.h"
#include "ask/system/site_packages.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = "libnvJitLink.so";

std::string variable(const char* name) {
  return system_environment()(name).value_or("");
}

/// Entries of a folder that start with `prefix`, by name, newest last.
std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (at->path().filename().string().starts_with(prefix))
      found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

class Finder {
 public:
  /// Takes the libraries of one folder; the first of a release stays.
  void folder(const fs::path& folder, const char* from) {
    for (const fs::path& file : entries(folder, kLibrary)) {
      const auto release = nvjitlink_release(file.string());
      if (release)
        found_.try_emplace(*release,
                           JitCompiler{*release, file.string(), from});
    }
  }
  std::vector<JitCompiler> all() const {
    std::vector<JitCompiler> out;
    for (const auto& [release, compiler] : found_) out.push_back(compiler);
    return out;
  }

 private:
  std::map<Version, JitCompiler> found_;
};

}  // namespace

std::string system_cache() {
  if (const auto named = variable("CUDACOMPAT_CACHE"); !named.empty())
    return named;
  if (const auto base = variable("XDG_CACHE_HOME"); !base.empty())
    return base + "/cudacompat";
  if (const auto home = variable("HOME"); !home.empty())
    return home + "/.cache/cudacompat";
  return {};
}

JitPlaces system_jit_places() {
  JitPlaces places;
  places.cache = system_cache();
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (auto root = variable(name); !root.empty())
      places.toolkits.push_back(std::move(root));
  if (const auto nvcc = find_nvcc({}, system_environment())) {
    std::error_code error;
    const fs::path real = fs::canonical(*nvcc, error);
    if (!error)
      places.toolkits.push_back(real.parent_path().parent_path().string());
  }
  for (const fs::path& root : entries("/usr/local", "cuda"))
    places.toolkits.push_back(root.string());
  const auto add_site_packages = [&](const std::string& root) {
    if (root.empty()) return;
    for (std::string& folder : site_packages_of(root))
      places.site_packages.push_back(std::move(folder));
  };
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    add_site_packages(variable(name));
  if (const auto home = variable("HOME"); !home.empty())
    add_site_packages(home + "/.local");
  add_site_packages("/usr");  // and /usr/local
  return places;
}

std::vector<JitCompiler> find_jit_compilers(const JitPlaces& places) {
  Finder finder;
  if (!places.cache.empty())
    for (const fs::path& release : entries(fs::path(places.cache) / "jit", ""))
      finder.folder(release, "cache");
  for (const std::string& root : places.toolkits)
    for (const char* lib :
         {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"})
      finder.folder(fs::path(root) / lib, "toolkit");
  for (const std::string& root : places.site_packages) {
    finder.folder(fs::path(root) / "nvidia/nvjitlink/lib", "site-packages");
    for (const fs::path& cuda : entries(fs::path(root) / "nvidia", "cu1"))
      finder.folder(cuda / "lib", "site-packages");
  }
  return finder.all();
}

}  // namespace cudacompat
