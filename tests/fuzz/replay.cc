// SPDX-License-Identifier: Apache-2.0

// Gives every file of the folders on its command line to one fuzz target, as
// libFuzzer would, with any compiler. An input that takes longer than
// kSecondsEach ends the process.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/targets/target.h"

namespace fs = std::filesystem;

namespace {
constexpr unsigned kSecondsEach = 10;
}

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : fs::directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    alarm(kSecondsEach);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                           bytes.size());
    alarm(0);
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
