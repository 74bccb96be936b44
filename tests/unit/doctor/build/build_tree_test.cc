// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/build_tree.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "ask/system/work_folder.h"
#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;
using testing::Bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

Bytes fatbin(const std::string& toolkit, const std::string& arch = "80",
             testing::Codec codec = testing::Codec::none) {
  testing::CubinSpec cubin;
  cubin.arch = arch;
  cubin.toolkit = toolkit;
  // So large that a look at the headers does not unpack it
  cubin.padding = codec == testing::Codec::none ? 0 : 40u << 10;
  return testing::write_fatbin({testing::entry(
      testing::kElf, arch, testing::write_cubin(cubin), codec)});
}

Bytes shared_library(const std::vector<Bytes>& fatbins) {
  testing::HostSpec host;
  host.type = testing::HostSpec::Type::shared;
  for (const Bytes& bytes : fatbins) host.fatbins.push_back({bytes});
  return testing::write_host(host);
}

/// A build folder as CMake 3.25.1 leaves it; its nvcc is a shell script.
class BuildTreeTest : public ::testing::Test {
 protected:
  BuildTreeTest() : folder_(work_.file("build")), nvcc_(work_.file("nvcc")) {
    nvcc("13.0.88");
    cache("CMAKE_CUDA_ARCHITECTURES:STRING=80;90-real\n");
    compiler("13.0.88", "86-real");
  }
  void write(const std::string& path, const Bytes& bytes) const {
    const fs::path full = fs::path(folder_) / path;
    fs::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  void text(const std::string& path, const std::string& text) const {
    const fs::path full = fs::path(folder_) / path;
    fs::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }
  void cache(const std::string& more) const {
    text("CMakeCache.txt",
         "# This is the CMakeCache file.\n"
         "//CUDA compiler\nCMAKE_CUDA_COMPILER:FILEPATH=" +
             nvcc_ +
             "\nCMAKE_CACHE_MAJOR_VERSION:INTERNAL=3\n"
             "CMAKE_CACHE_MINOR_VERSION:INTERNAL=25\n"
             "CMAKE_CACHE_PATCH_VERSION:INTERNAL=1\n"
             "CMAKE_GENERATOR:INTERNAL=Unix Makefiles\n"
             "CMAKE_HOME_DIRECTORY:INTERNAL=/src/app\n" +
             more);
  }
  void compiler(const std::string& version, const std::string& native,
                const std::string& id = "NVIDIA") const {
    text("CMakeFiles/3.25.1/CMakeCUDACompiler.cmake",
         "set(CMAKE_CUDA_COMPILER \"" + nvcc_ +
             "\")\nset(CMAKE_CUDA_COMPILER_ID \"" + id +
             "\")\nset(CMAKE_CUDA_COMPILER_VERSION \"" + version +
             "\")\nset(CMAKE_CUDA_ARCHITECTURES_NATIVE \"" + native + "\")\n");
  }
  void nvcc(const std::string& release) const {
    std::ofstream(nvcc_) << "#!/bin/sh\n# A fake, for tests.\necho "
                            "'Cuda compilation tools, release "
                         << release.substr(0, release.rfind('.')) << ", V"
                         << release << "'\n";
    ::chmod(nvcc_.c_str(), 0755);
  }
  BuildTree read() const {
    auto tree = read_build_tree(folder_);
    EXPECT_TRUE(tree) << tree.error().message;
    return tree ? *tree : BuildTree();
  }

  WorkFolder work_;
  std::string folder_, nvcc_;
};

TEST_F(BuildTreeTest, WhatCMakeKeeps) {
  nvcc("13.5.37");
  const BuildTree tree = read();
  EXPECT_EQ(tree.source, "/src/app");
  EXPECT_EQ(tree.generator, "Unix Makefiles");
  EXPECT_EQ(tree.cmake, "3.25.1");
  EXPECT_EQ(tree.compiler, nvcc_);
  EXPECT_EQ(tree.compiler_version, "13.0.88");
  EXPECT_EQ(tree.compiler_now, "13.5.37");
  EXPECT_EQ(tree.release_kept(), (Version{13, 0}));
  EXPECT_EQ(tree.release_now(), (Version{13, 5}));
  EXPECT_EQ(tree.architectures, "80;90-real");
  EXPECT_EQ(tree.native, "86-real");
  EXPECT_FALSE(tree.compiler_gone);
  EXPECT_THAT(tree.problems, IsEmpty());
  EXPECT_EQ(read_build_tree(folder_ + "//")->folder, folder_);
}

TEST_F(BuildTreeTest, TheLastOfTwoEntriesCounts) {
  cache(
      "CMAKE_CUDA_ARCHITECTURES:STRING=75\n"
      "CMAKE_CUDA_ARCHITECTURES:STRING=90\n");
  EXPECT_EQ(read().architectures, "90");
}

TEST_F(BuildTreeTest, TheRuntimeIsThatBehindTheLinks) {
  text("cuda/libcudart.so.12.4.127", "");
  fs::create_symlink("libcudart.so.12.4.127",
                     fs::path(folder_) / "cuda/libcudart.so");
  cache(
      "CUDA_CUDART:FILEPATH=/nowhere/libcudart.so\nCUDA_cudart_LIBRARY:"
      "FILEPATH=" +
      folder_ + "/cuda/libcudart.so\n");
  EXPECT_THAT(read().cudart, HasSubstr("/cuda/libcudart.so.12.4.127"));
}

TEST_F(BuildTreeTest, ACompilerThatIsGone) {
  fs::remove(nvcc_);
  const BuildTree tree = read();
  EXPECT_TRUE(tree.compiler_gone);
  EXPECT_EQ(tree.release_now(), std::nullopt);
}

TEST_F(BuildTreeTest, ACompilerThatDoesNotTell) {
  std::ofstream(nvcc_) << "#!/bin/sh\necho 'license expired'\n";
  const BuildTree tree = read();
  EXPECT_FALSE(tree.compiler_gone);
  EXPECT_EQ(tree.compiler_now, "");
  EXPECT_THAT(tree.problems, ElementsAre(HasSubstr("license expired")));
}

TEST_F(BuildTreeTest, OnlyNvccIsRun) {
  compiler("17.0.6", "", "Clang");
  std::ofstream(nvcc_) << "#!/bin/sh\ntouch " << work_.file("ran") << "\n";
  read();
  EXPECT_FALSE(fs::exists(work_.file("ran")));
}

TEST_F(BuildTreeTest, ObjectsByTheToolkitThatMadeThem) {
  write("CMakeFiles/k.dir/a.cu.o", testing::write_object({fatbin("13.0")}));
  write("CMakeFiles/k.dir/b.cu.o", testing::write_object({fatbin("13.5")}));
  write("CMakeFiles/k.dir/c.cu.o",
        testing::write_object({fatbin("13.0", "90", testing::Codec::zstd)}));
  write("CMakeFiles/k.dir/d.cu.o", testing::write_object({testing::write_fatbin(
                                       {testing::ptx("75", "9.0")})}));
  write("CMakeFiles/k.dir/host.cpp.o", testing::write_object({}));
  write("libone.so", shared_library({fatbin("13.0")}));
  write("libtwo.so", shared_library({fatbin("13.0"), fatbin("13.5")}));
  const BuildTree tree = read();
  ASSERT_EQ(tree.objects.size(), 2u);
  EXPECT_EQ(tree.objects.at({13, 0}).count, 2u);
  EXPECT_THAT(tree.objects.at({13, 0}).first, HasSubstr("/a.cu.o"));
  EXPECT_EQ(tree.objects.at({13, 5}).count, 1u);
  EXPECT_THAT(tree.sass, UnorderedElementsAre(Arch{80}, Arch{90}));
  EXPECT_THAT(tree.ptx, UnorderedElementsAre(Arch{75}));
  ASSERT_EQ(tree.mixed.size(), 1u);
  EXPECT_THAT(tree.mixed[0].path, HasSubstr("/libtwo.so"));
  EXPECT_THAT(tree.mixed[0].toolkits,
              UnorderedElementsAre(Version{13, 0}, Version{13, 5}));
  EXPECT_EQ(tree.files, 7u);
  EXPECT_THAT(tree.problems, IsEmpty());
}

TEST_F(BuildTreeTest, WhatIsNotOfThisBuildIsLeftAlone) {
  const Bytes other = testing::write_object({fatbin("12.8")});
  write("CMakeFiles/3.25.1/CompilerIdCUDA/tmp/id.o", other);
  write("CMakeFiles/CMakeScratch/Try-1/x.cu.o", other);
  text("CMakeFiles/CMakeScratch/Try-1/CMakeCache.txt", "");
  write("_deps/sub-build/x.cu.o", other);
  text("_deps/sub-build/CMakeCache.txt", "");
  fs::create_directory(work_.file("elsewhere"));
  std::ofstream(work_.file("elsewhere") + "/x.o", std::ios::binary)
      .write(reinterpret_cast<const char*>(other.data()),
             static_cast<std::streamsize>(other.size()));
  fs::create_directory_symlink(work_.file("elsewhere"), folder_ + "/away");
  fs::create_directory_symlink(folder_, folder_ + "/loop");
  ::mkfifo((folder_ + "/pipe.o").c_str(), 0600);
  const BuildTree tree = read();
  EXPECT_THAT(tree.objects, IsEmpty());
  EXPECT_EQ(tree.files, 0u);
  EXPECT_THAT(tree.problems, IsEmpty());
}

TEST_F(BuildTreeTest, DamageIsToldAndNothingIsMadeUp) {
  Bytes cut = testing::write_object({fatbin("13.0")});
  cut.resize(cut.size() / 2);
  write("cut.o", cut);
  text("text.o", "no object");
  const BuildTree tree = read();
  EXPECT_EQ(tree.files, 1u);
  EXPECT_THAT(tree.problems,
              ElementsAre(HasSubstr("cut.o is only partly read")));
}

TEST_F(BuildTreeTest, NoBuildFolder) {
  for (const std::string& folder :
       {work_.file("nowhere"), nvcc_, folder_ + "/CMakeFiles"}) {
    const auto tree = read_build_tree(folder);
    ASSERT_FALSE(tree) << folder;
    EXPECT_THAT(tree.error().message, HasSubstr("cmake -B FOLDER"));
  }
  fs::remove(folder_ + "/CMakeCache.txt");
  ::mkfifo((folder_ + "/CMakeCache.txt").c_str(), 0600);
  EXPECT_FALSE(read_build_tree(folder_));
  fs::remove(folder_ + "/CMakeCache.txt");
  text("CMakeCache.txt", std::string(3u << 20, 'x'));
  EXPECT_FALSE(read_build_tree(folder_));
}

TEST_F(BuildTreeTest, AProjectWithoutCuda) {
  fs::remove(folder_ + "/CMakeFiles/3.25.1/CMakeCUDACompiler.cmake");
  text("CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=/src\n");
  const BuildTree tree = read();
  EXPECT_EQ(tree.compiler, "");
  EXPECT_FALSE(tree.compiler_gone);
}

TEST_F(BuildTreeTest, FindCudaHadVariablesOfItsOwn) {
  fs::remove(folder_ + "/CMakeFiles/3.25.1/CMakeCUDACompiler.cmake");
  text("CMakeCache.txt", "CUDA_NVCC_EXECUTABLE:FILEPATH=" + nvcc_ +
                             "\nCUDA_VERSION:STRING=11.8\n");
  const BuildTree tree = read();
  EXPECT_EQ(tree.compiler, nvcc_);
  EXPECT_EQ(tree.release_kept(), (Version{11, 8}));
  EXPECT_EQ(tree.release_now(), (Version{13, 0}));
}

TEST_F(BuildTreeTest, ManyProblemsAreCountedAndAFewTold) {
  for (int i = 0; i < 30; ++i) {
    text("broken" + std::to_string(i) + ".o", "\177ELF broken");
  }
  const BuildTree tree = read();
  EXPECT_EQ(tree.problem_count, 30u);
  EXPECT_EQ(tree.problems.size(), BuildTree::kMaxProblems);
}

}  // namespace
}  // namespace cudacompat
