// SPDX-License-Identifier: Apache-2.0
#include "ask/system/site_packages.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

/// The folders python3.N of a lib, by name.
std::vector<fs::path> pythons(const fs::path& lib, std::string_view only) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator at(lib, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with("python")) continue;
    if (only.empty() || name == only || name == "python3")
      found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<std::string> site_packages_of(const std::string& root,
                                          std::string_view only) {
  std::vector<std::string> out;
  std::set<fs::path> seen;  // lib64 is a link to lib
  const auto add = [&](const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (error || !fs::is_directory(real, error) || !seen.insert(real).second)
      return;
    out.push_back(folder.string());
  };
  for (const char* lib : {"local/lib", "lib", "lib64"}) {
    for (const fs::path& python : pythons(fs::path(root) / lib, only)) {
      for (const char* name : {"site-packages", "dist-packages"})
        add(python / name);
    }
  }
  add(fs::path(root) / "Lib/site-packages");
  return out;
}

}  // namespace cudacompat
