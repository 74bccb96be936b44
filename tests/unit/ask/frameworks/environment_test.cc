// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/environment.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <map>

#include "support/cubin_writer.h"
#include "unit/ask/frameworks/made_environment.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::library;
using testing::MadeEnvironment;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;

class EnvironmentTest : public ::testing::Test {
 protected:
  PythonEnvironment read() { return read(made_.prefix()); }
  static PythonEnvironment read(const std::string& prefix) {
    auto environment = read_python_environment(prefix, Depth::cubin_headers);
    EXPECT_TRUE(environment) << environment.error().message;
    return environment ? *environment : PythonEnvironment{};
  }
  /// "torch 2.9.1+cu128 12.8 [80 120] [90]"
  static std::vector<std::string> packages(const PythonEnvironment& from) {
    std::vector<std::string> out;
    for (const Package& package : from.packages) {
      const FrameworkSpec spec = framework_spec(package);
      std::string line = package.name + " " + package.version + " " +
                         (package.cuda ? to_string(*package.cuda) : "-");
      for (const auto* archs : {&spec.sass, &spec.ptx}) {
        line += " [";
        for (const Arch arch : *archs) line += to_string(arch) + " ";
        if (line.back() == ' ') line.pop_back();
        line += "]";
      }
      out.push_back(line);
    }
    return out;
  }
  void torch(const std::string& version, const std::string& cuda,
             const std::string& folder = MadeEnvironment::kSite) {
    made_.distribution("torch", version,
                       {"torch/version.py", "torch/lib/libtorch_cuda.so"},
                       folder);
    made_.file(made_.at(folder + "/torch/version.py"),
               "__version__ = '" + version + "'\ncuda: Optional[str] = " +
                   cuda + "\nhip: Optional[str] = None\n");
    made_.file(made_.at(folder + "/torch/lib/libtorch_cuda.so"),
               library({sass("80"), sass("120")}));
  }

  MadeEnvironment made_;
};

TEST_F(EnvironmentTest, FrameworksComeWithTheirReleaseAndCode) {
  torch("2.9.1+cu128", "'12.8'");
  made_.distribution("Jax_CUDA12.plugin", "0.10.2", {"\"jax,a/_prng.so\""});
  made_.file(made_.site("jax,a/_prng.so"),
             library({sass("90"), ptx("120", "8.8")}));
  made_.distribution("cupy-cuda13x", "14.2.0",
                     {"cupy/.data/_wheel.json", "cupy/cub.so"});
  made_.file(made_.site("cupy/.data/_wheel.json"), "{\"cuda\": \"13.x\"}");
  made_.file(made_.site("cupy/cub.so"), library({ptx("120", "9.2")}));
  made_.distribution("tensorflow", "2.21.0",
                     {"tensorflow/python/platform/build_info.py",
                      "tensorflow/libtensorflow_cc.so.2"});
  made_.file(made_.site("tensorflow/libtensorflow_cc.so.2"),
             library({sass("60"), ptx("90", "8.3")}));
  made_.file(made_.site("tensorflow/python/platform/build_info.py"),
             "build_info = OrderedDict([('cuda_version', '12.5.1'), "
             "('is_cuda_build', True), ('is_rocm_build', False)])\n");
  made_.distribution("triton", "3.9.0", {"triton/backends/nvidia/bin/ptxas"});
  made_.file(made_.site("triton/backends/nvidia/bin/ptxas"),
             std::string(3 << 20, 'x') +
                 "Cuda compilation tools, release 12.9, V12.9.86");
  made_.distribution("numpy", "2.0.0", {"numpy/core.so"});
  made_.file(made_.site("numpy/core.so"), testing::write_host({}));
  testing::FatbinEntry nothing = sass("80");
  nothing.payload = testing::write_empty_cubin("80");
  made_.distribution("scipy", "1.0.0", {"scipy/core.so"});
  made_.file(made_.site("scipy/core.so"), library({nothing}));
  made_.distribution("nvidia-cuda-runtime-cu12", "12.8.90", {});
  const PythonEnvironment environment = read();
  EXPECT_THAT(packages(environment),
              ElementsAre("cupy-cuda13x 14.2.0 13.2 [] [120]",
                          "jax-cuda12-plugin 0.10.2 12.9 [90] [120]",
                          "tensorflow 2.21.0 12.5 [60] [90]",
                          "torch 2.9.1+cu128 12.8 [80 120] []",
                          "triton 3.9.0 12.9 [] []"));
  EXPECT_THAT(environment.problems, IsEmpty());
  EXPECT_EQ(environment.runtime, (Version{12, 8}));
  EXPECT_THAT(environment.folders,
              ElementsAre(made_.site("").substr(0, made_.site("").size() - 1)));
  const Package& torch = environment.packages[3];
  EXPECT_EQ(torch.framework, "torch");
  EXPECT_EQ(torch.platform, "cuda");
  EXPECT_EQ(torch.cuda_from, made_.site("torch/version.py"));
  ASSERT_THAT(torch.files, SizeIs(1));
  EXPECT_EQ(torch.files[0].path, made_.site("torch/lib/libtorch_cuda.so"));
  EXPECT_EQ(environment.packages[1].cuda_from, made_.site("jax,a/_prng.so"));
}

TEST_F(EnvironmentTest, BuildsForOtherPlatformsSaySo) {
  torch("2.9.1+cpu", "None");
  EXPECT_EQ(read().packages.at(0).platform, "cpu");
  made_.file(made_.site("torch/version.py"),
             "cuda: Optional[str] = None\nhip: Optional[str] = '6.4.1'\n");
  const Package package = read().packages.at(0);
  EXPECT_EQ(package.platform, "rocm");
  EXPECT_EQ(package.cuda, std::nullopt);
}

TEST_F(EnvironmentTest, OneKernelMoreDoesNotMakeAFrameworkRunThere) {
  torch("2.4.1+cu121", "'12.1'");
  testing::HostSpec spec;
  spec.type = testing::HostSpec::Type::shared;
  for (const char* arch : {"90", "90", "90"}) {
    spec.fatbins.push_back({testing::write_fatbin({sass("80"), sass(arch)})});
  }
  spec.fatbins.push_back(
      {testing::write_fatbin({sass("80"), ptx("52", "8.0")})});
  spec.fatbins.push_back(
      {testing::write_fatbin({sass("120a")}), testing::Wrap::relocatable});
  made_.file(made_.site("torch/lib/libtorch_cuda.so"),
             testing::write_host(spec));
  EXPECT_THAT(packages(read()),
              ElementsAre("torch 2.4.1+cu121 12.1 [80 90] []"));
}

TEST_F(EnvironmentTest, EachLayoutIsRead) {
  torch("2.9.1", "'12.8'");
  const std::string site = made_.site("").substr(0, made_.site("").size() - 1);
  std::filesystem::create_symlink("lib", made_.at("lib64"));
  const std::string expected = "torch 2.9.1 12.8 [80 120] []";
  EXPECT_THAT(packages(read()), ElementsAre(expected));
  EXPECT_THAT(read().folders, SizeIs(1));
  EXPECT_THAT(packages(read(site)), ElementsAre(expected));
  EXPECT_THAT(packages(read(made_.prefix() + "/")), ElementsAre(expected));
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(made_.prefix());
  EXPECT_THAT(packages(read(".")), ElementsAre(expected));
  std::filesystem::current_path(here);
  MadeEnvironment windows;
  windows.distribution("torch", "2.9.1", {"torch/lib/torch_cuda.dll"},
                       "Lib/site-packages");
  windows.file(windows.at("Lib/site-packages/torch/lib/torch_cuda.dll"),
               std::string("MZ") + std::string(100, 'x'));
  const PythonEnvironment environment = read(windows.prefix());
  ASSERT_THAT(environment.packages, SizeIs(1));
  ASSERT_THAT(environment.packages[0].files, SizeIs(1));
  EXPECT_THAT(environment.packages[0].files[0].problems[0].message,
              HasSubstr("Windows file"));
}

TEST_F(EnvironmentTest, AWindowsFileCannotBeLoadedOnLinux) {
  made_.distribution("pip", "26.0", {"pip/t64.exe", "pip/x.dll"});
  made_.file(made_.site("pip/t64.exe"), "MZxxxxxx");
  made_.file(made_.site("pip/x.dll"), "MZxxxxxx");
  EXPECT_THAT(read().packages, IsEmpty());
}

TEST_F(EnvironmentTest, CondaPutsLibrariesBesideTheFolder) {
  torch("2.9.1", "'12.8'");
  std::filesystem::remove(made_.site("torch/lib/libtorch_cuda.so"));
  made_.distribution("torch", "2.9.1", {"torch/version.py"});
  made_.file(made_.at("conda-meta/cuda-cudart-12.9.79-h5888daf_0.json"), "{}");
  made_.file(made_.at("conda-meta/cuda-cudart-dev-13.0.1-h0_0.json"), "{}");
  made_.file(made_.at("lib/libtorch_cuda.so"), library({sass("90")}));
  const PythonEnvironment environment = read();
  EXPECT_THAT(packages(environment), ElementsAre("torch 2.9.1 12.8 [90] []"));
  EXPECT_EQ(environment.runtime, (Version{12, 9}));
}

TEST_F(EnvironmentTest, AVenvMayUseTheSystemsPackagesToo) {
  MadeEnvironment system;
  system.distribution("torch", "1.0.0", {});
  system.distribution("cupy-cuda12x", "13.0.0", {});
  system.distribution("jaxlib", "0.1", {}, "lib/python3.9/site-packages");
  torch("2.9.1", "'12.8'");
  std::filesystem::create_directories(system.at("bin"));
  const std::string config = "home = " + system.at("bin") +
                             "\nversion = 3.11.7\n"
                             "include-system-site-packages = ";
  made_.file(made_.at("pyvenv.cfg"), config + "false\n");
  EXPECT_THAT(packages(read()), SizeIs(1));
  made_.file(made_.at("pyvenv.cfg"), config + "true\n");
  EXPECT_THAT(packages(read()), ElementsAre("cupy-cuda12x 13.0.0 12.0 [] []",
                                            "torch 2.9.1 12.8 [80 120] []"));
}

TEST_F(EnvironmentTest, WithoutRecordTheTopLevelFoldersAreWalked) {
  torch("2.9.1", "'12.8'");
  std::filesystem::remove(made_.site("torch-2.9.1.dist-info/RECORD"));
  std::filesystem::create_directory_symlink(made_.site("torch"),
                                            made_.site("torch/loop"));
  made_.file(made_.site("Spconv-2.0.egg-info/PKG-INFO"),
             "Name: Spconv\nVersion: 2.0\n");
  made_.file(made_.site("Spconv-2.0.egg-info/top_level.txt"),
             "spc\n../../../../outside\n");
  made_.file(made_.site("spc/core.so"), library({sass("75")}));
  EXPECT_THAT(packages(read()), ElementsAre("spconv 2.0 - [75] []",
                                            "torch 2.9.1 12.8 [80 120] []"));
}

TEST_F(EnvironmentTest, FilesAreReadOnceWhateverTheirNames) {
  torch("2.9.1", "'12.8'");
  made_.distribution("torch", "2.9.1",
                     {"torch/version.py", "torch/lib/libtorch_cuda.so",
                      "torch/lib/libtorch_cuda.so.2"});
  std::filesystem::create_symlink("libtorch_cuda.so",
                                  made_.site("torch/lib/libtorch_cuda.so.2"));
  EXPECT_THAT(read().packages.at(0).files, SizeIs(1));
}

TEST_F(EnvironmentTest, AtHandAreTheActiveEnvironments) {
  std::map<std::string, std::string> set;
  const Environment environment =
      [&](const std::string& name) -> std::optional<std::string> {
    const auto at = set.find(name);
    if (at == set.end()) return std::nullopt;
    return at->second;
  };
  EXPECT_EQ(active_python_environment(environment), std::nullopt);
  set["CONDA_PREFIX"] = "/conda";
  EXPECT_EQ(active_python_environment(environment), "/conda");
  set["VIRTUAL_ENV"] = "/venv";
  EXPECT_EQ(active_python_environment(environment), "/venv");
}

}  // namespace
}  // namespace cudacompat
