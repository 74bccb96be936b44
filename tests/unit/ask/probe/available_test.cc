// SPDX-License-Identifier: Apache-2.0
#include "ask/probe/available.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "ask/system/work_folder.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;

class AtHandTest : public ::testing::Test {
 protected:
  std::string file(const std::string& path, const std::string& text = "x") {
    const std::filesystem::path full = folder_.file(path);
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
    chmod(full.c_str(), 0755);
    return full.string();
  }
  Environment environment() const {
    return [this](const std::string& name) -> std::optional<std::string> {
      const auto at = variables_.find(name);
      if (at == variables_.end()) return std::nullopt;
      return at->second;
    };
  }

  WorkFolder folder_;
  std::map<std::string, std::string> variables_;
};

TEST_F(AtHandTest, LibcudasAreFoundOnceInTheOrderOfTheLoader) {
  const std::string driver = file("lib/libcuda.so.535.183.06");
  std::filesystem::create_symlink(driver, folder_.file("lib/libcuda.so.1"));
  const std::string compat = file("cuda-12.9/compat/libcuda.so.1");
  const std::string stub = file("cuda-12.9/lib64/stubs/libcuda.so");
  const std::string small = file("lib32/libcuda.so.1");
  variables_["LD_LIBRARY_PATH"] = "::" + folder_.file("cuda-12.9/compat") + ":";
  const std::string cache =
      "3 libs found in cache `/etc/ld.so.cache'\n"
      "\tlibcuda.so.1 (libc6,x86-64) => " +
      folder_.file("lib/libcuda.so.1") + "\n\tlibcuda.so.1 (libc6) => " +
      small + "\n\tlibcudart.so.12 (libc6,x86-64) => " + driver +
      "x\n\tlibcuda.so (libc6,x86-64) => /nowhere/libcuda.so\n";
  std::vector<std::string> found;
  for (const LibcudaFile& one :
       find_libcuda_files(environment(), cache, {folder_.file("cuda-12.9")})) {
    found.push_back(one.path + " " + std::string(to_string(one.kind)));
  }
  EXPECT_THAT(found, ElementsAre(compat + " cuda-compat", driver + " driver",
                                 stub + " stub"));
}

TEST_F(AtHandTest, BuildToolsTellTheirReleases) {
  const auto says = [](const std::string& release) {
    return "#!/bin/sh\necho 'Cuda compilation tools, release " +
           release.substr(0, 4) + ", V" + release + "'\n";
  };
  const std::string nvcc = file("toolkit/bin/nvcc", says("13.0.88"));
  const std::string beside = file("toolkit/bin/ptxas", says("13.0.88"));
  const std::string other = file("other/ptxas", "#!/bin/sh\nexit 3\n");
  variables_["CUDACXX"] = nvcc;
  variables_["PATH"] = folder_.file("other");
  std::vector<std::string> found;
  for (const BuildTool& tool : find_build_tools(environment())) {
    found.push_back(tool.name + " " + tool.path + " " + tool.release);
  }
  EXPECT_THAT(found, ElementsAre("nvcc " + nvcc + " 13.0.88",
                                 "ptxas " + beside + " 13.0.88",
                                 "ptxas " + other + " "));
  // The same one in PATH too is told once.
  variables_["PATH"] = folder_.file("toolkit/bin");
  EXPECT_EQ(find_build_tools(environment()).size(), 2u);
}

TEST_F(AtHandTest, HostToolsAreToldToo) {
  const auto says = [](const std::string& line) {
    return "#!/bin/sh\necho '" + line + "'\necho 'Copyright 2022'\n";
  };
  const std::string gxx =
      file("bin/g++", says("g++ (Debian 12.2.0-14) 12.2.0"));
  const std::string cmake = file("bin/cmake", says("cmake version 3.25.1"));
  const std::string clang =
      file("llvm/clang++", says("Debian clang version 14.0.6"));
  variables_["PATH"] = folder_.file("bin");
  const auto found = [&] {
    std::vector<std::string> out;
    for (const BuildTool& tool : find_build_tools(environment())) {
      if (tool.name != "nvcc" && tool.name != "ptxas")
        out.push_back(tool.name + " " + tool.path + " " + tool.release);
    }
    return out;
  };
  EXPECT_THAT(found(), ElementsAre("c++ " + gxx + " 12.2.0",
                                   "cmake " + cmake + " 3.25.1"));
  variables_["CUDAHOSTCXX"] = clang + " --some-flag";
  EXPECT_THAT(found(), ElementsAre("c++ " + clang + " 14.0.6",
                                   "cmake " + cmake + " 3.25.1"));
  variables_["CUDAHOSTCXX"] = "not-there";
  EXPECT_THAT(found(), ElementsAre("cmake " + cmake + " 3.25.1"));
}

}  // namespace
}  // namespace cudacompat
