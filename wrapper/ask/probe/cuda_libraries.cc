// SPDX-License-Identifier: Apache-2.0
#include "ask/probe/cuda_libraries.h"

#include <charconv>
#include <filesystem>
#include <set>

#include "ask/jit/compiler.h"
#include "ask/probe/available.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

class Majors {
 public:
  void name(std::string_view file) {
    if (!take_prefix(file, "libnvrtc.so.")) return;
    std::uint16_t major = 0;
    const auto end = file.data() + file.size();
    if (std::from_chars(file.data(), end, major).ec == std::errc()) {
      all_.insert(major);
    }
  }
  void folder(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      name(at->path().filename().string());
    }
  }
  std::vector<std::uint16_t> take() const { return {all_.begin(), all_.end()}; }

 private:
  std::set<std::uint16_t> all_;
};

}  // namespace

std::vector<std::uint16_t> cuda_library_majors(
    const Environment& environment, std::string_view cache,
    const std::vector<std::string>& toolkits,
    const std::vector<std::string>& folders) {
  Majors majors;
  const std::string path = environment("LD_LIBRARY_PATH").value_or("");
  for (const std::string_view folder : split(path, ':')) {
    if (!folder.empty()) majors.folder(folder);
  }
  for (const std::string_view line : split(cache, '\n')) {
    majors.name(trimmed(line));
  }
  for (const fs::path root : toolkits) majors.folder(root / "lib64");
  for (const std::string& folder : folders) majors.folder(folder);
  return majors.take();
}

std::vector<std::uint16_t> available_cuda_majors(
    const std::vector<std::string>& folders) {
  return cuda_library_majors(system_environment(), loader_cache(),
                             system_jit_places().toolkits, folders);
}

}  // namespace cudacompat
