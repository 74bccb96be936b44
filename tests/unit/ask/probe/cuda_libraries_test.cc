// SPDX-License-Identifier: Apache-2.0
#include "ask/probe/cuda_libraries.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "ask/system/work_folder.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

void put(const std::string& path) {
  std::filesystem::create_directories(
      std::filesystem::path(path).parent_path());
  std::ofstream(path) << "a library\n";
}

std::optional<std::string> nothing(const std::string&) { return std::nullopt; }

TEST(CudaLibraries, AreFoundInEachPlaceOnce) {
  const WorkFolder folder;
  put(folder.file("own/libnvrtc.so.11.2"));
  put(folder.file("cuda/lib64/libnvrtc.so.13"));
  put(folder.file("cuda/lib64/libnvrtc.so"));
  put(folder.file("cuda/lib64/libnvrtc-builtins.so.12.9"));
  put(folder.file("venv/libnvrtc.so.10.2"));
  const auto variables = [&](const std::string& name) {
    return name == "LD_LIBRARY_PATH"
               ? std::optional<std::string>(":" + folder.file("own"))
               : std::nullopt;
  };
  const std::string cache =
      "2 libs found\n"
      "\tlibnvrtc.so.13 (libc6,x86-64) => /usr/lib/libnvrtc.so.13\n"
      "\tlibnvrtc.so.12 (libc6,x86-64) => /usr/lib/libnvrtc.so.12\n";
  EXPECT_THAT(cuda_library_majors(variables, cache, {folder.file("cuda")},
                                  {folder.file("venv"), "/nowhere"}),
              ElementsAre(10, 11, 12, 13));
}

TEST(CudaLibraries, MayBeNone) {
  EXPECT_THAT(cuda_library_majors(nothing, "", {"/nowhere"}, {}), IsEmpty());
}

}  // namespace
}  // namespace cudacompat
