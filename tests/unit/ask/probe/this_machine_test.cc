// SPDX-License-Identifier: Apache-2.0
#include "ask/probe/this_machine.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "ask/system/work_folder.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kNoDriver =
    "printf 'error\\tdlopen\\t-1\\t\\tlibcuda.so.1: not there\\ndone\\n'";

/// Fakes, all of them shell scripts and text files: of cudacompat-load, of
/// nvidia-smi, of /proc and /etc.
class ThisMachineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    places_.root = folder_.file("root");
    libcuda(kNoDriver);
  }
  void libcuda(const std::string& body) {
    places_.load_worker = script("worker", body);
  }
  void nvidia_smi(const std::string& body) {
    places_.nvidia_smi = script("nvidia-smi", body);
  }
  void file(const std::string& path, const std::string& text) const {
    const std::filesystem::path full = places_.root + path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }
  void kernel(const std::string& driver) const {
    file("/proc/driver/nvidia/version",
         "NVRM version: NVIDIA UNIX x86_64 Kernel Module  " + driver +
             "  Wed Feb 14 01:53:24 UTC 2024\nGCC version:  gcc 12\n");
  }
  ThisMachine ask() const { return ask_this_machine(places_); }

  static std::vector<std::string> names(const ThisMachine& machine) {
    std::vector<std::string> out;
    for (const TargetSpec& target : machine.targets) out.push_back(target.name);
    return out;
  }
  static std::string remarks(const ThisMachine& machine) {
    std::string out;
    for (const Remark& remark : machine.remarks) out += remark.text + "\n";
    return out;
  }

  ProbePlaces places_;
  WorkFolder folder_;

 private:
  std::string script(const std::string& name, const std::string& body) const {
    std::ofstream(folder_.file(name)) << "#!/bin/sh\n" << body << "\n";
    chmod(folder_.file(name).c_str(), 0755);
    return folder_.file(name);
  }
};

TEST_F(ThisMachineTest, TheDriverLibraryIsBelieved) {
  libcuda(
      "printf 'kernel\\t535.183.06\\nlibcuda\\t/usr/lib/libcuda.so.1\\n"
      "cuda\\t12020\\ndevice\\t0\\t8\\t9\\t1\\tGPU-1\\tNVIDIA L4\\n"
      "device\\t1\\t8\\t9\\t1\\tGPU-2\\tNVIDIA L4\\ndone\\n'");
  nvidia_smi("echo must not be asked; exit 1");
  const ThisMachine machine = ask();
  EXPECT_EQ(machine.from, "libcuda");
  EXPECT_EQ(machine.silent, "");
  EXPECT_THAT(names(machine), ElementsAre("NVIDIA L4@535.183.06"));
  EXPECT_THAT(machine.remarks, IsEmpty());
  EXPECT_FALSE(machine.targets.front().cuda_compat);
  EXPECT_EQ(profile_of(machine).name, "this-machine");
}

TEST_F(ThisMachineTest, ANewerCudaIsCudaCompat) {
  libcuda(
      "printf 'kernel\\t535.183.06\\nlibcuda\\t/opt/libcuda.so.1\\n"
      "cuda\\t12090\\ndevice\\t0\\t9\\t0\\t1\\tGPU-1\\tNVIDIA H100\\ndone\\n'");
  const ThisMachine machine = ask();
  ASSERT_EQ(machine.targets.size(), 1u);
  EXPECT_EQ(machine.targets.front().cuda_compat, (Version{12, 9}));
  EXPECT_FALSE(machine.targets.front().cuda);
}

TEST_F(ThisMachineTest, ALibraryOfCudaCompatIsOneByItsPath) {
  libcuda(
      "printf 'kernel\\t550.54.14\\n"
      "libcuda\\t/usr/local/cuda-12.2/compat/libcuda.so.535.1\\n"
      "cuda\\t12020\\ndevice\\t0\\t9\\t0\\t1\\tGPU-1\\tNVIDIA H100\\ndone\\n'");
  const ThisMachine machine = ask();
  ASSERT_EQ(machine.targets.size(), 1u);
  EXPECT_EQ(machine.targets.front().cuda_compat, (Version{12, 2}));
  EXPECT_EQ(to_string(machine.targets.front().driver.value()), "550.54.14");
}

TEST_F(ThisMachineTest, ASliceIsJudgedAsItsGpu) {
  libcuda(
      "printf 'cuda\\t12040\\ndevice\\t0\\t8\\t0\\t1\\tGPU-1\\t"
      "NVIDIA A100-SXM4-40GB MIG 1g.5gb\\ndone\\n'");
  EXPECT_THAT(names(ask()), ElementsAre("NVIDIA A100-SXM4-40GB@cuda12.4"));
}

TEST_F(ThisMachineTest, NvidiaSmiTellsWhereTheLibraryDoesNot) {
  nvidia_smi(
      "[ \"$1\" = --query-gpu=name,driver_version,compute_cap ] || exit 9\n"
      "echo name, driver_version, compute_cap\n"
      "echo NVIDIA H200, 570.86.15, 9.0");
  const ThisMachine machine = ask();
  EXPECT_EQ(machine.from, "nvidia-smi");
  EXPECT_THAT(names(machine), ElementsAre("NVIDIA H200@570.86.15"));
  EXPECT_EQ(to_string(machine.driver.kernel.value()), "570.86.15");
  ASSERT_EQ(machine.remarks.size(), 1u);
  EXPECT_EQ(machine.remarks.front().kind, Remark::Kind::doubt);
  EXPECT_THAT(machine.remarks.front().text,
              HasSubstr("no CUDA driver: libcuda.so.1: not there"));
}

TEST_F(ThisMachineTest, AnOldNvidiaSmiIsAskedForAll) {
  nvidia_smi(
      "if [ \"$1\" = -q ]; then echo '<?xml version=\"1.0\" ?>"
      "<nvidia_smi_log><driver_version>450.80.02</driver_version>"
      "<cuda_version>11.0</cuda_version><gpu id=\"0\">"
      "<product_name>Tesla V100-SXM2-16GB</product_name></gpu>"
      "</nvidia_smi_log>'; exit; fi\n"
      "echo 'Field \"compute_cap\" is not a valid field to query.'; exit 2");
  EXPECT_THAT(names(ask()), ElementsAre("Tesla V100-SXM2-16GB@450.80.02"));
}

TEST_F(ThisMachineTest, TheKernelDriverTellsWhereNothingElseDoes) {
  nvidia_smi("echo 'Failed to initialize NVML: Unknown Error'; exit 255");
  kernel("550.54.14");
  file("/proc/driver/nvidia/gpus/0000:65:00.0/information",
       "Model: \t\t NVIDIA L4\nIRQ:   \t\t 16\n");
  const ThisMachine machine = ask();
  EXPECT_EQ(machine.from, "/proc/driver/nvidia");
  EXPECT_THAT(names(machine), ElementsAre("NVIDIA L4@550.54.14"));
  EXPECT_THAT(remarks(machine), HasSubstr("Failed to initialize NVML"));
}

TEST_F(ThisMachineTest, AGpuThatNoTableKnowsIsNoTarget) {
  kernel("550.54.14");
  file("/proc/driver/nvidia/gpus/0/information", "Model: \t NVIDIA Z9\n");
  const ThisMachine machine = ask();
  EXPECT_EQ(machine.from, "/proc/driver/nvidia");
  EXPECT_THAT(machine.targets, IsEmpty());
  EXPECT_THAT(remarks(machine), HasSubstr("NVIDIA Z9"));
}

TEST_F(ThisMachineTest, AKernelDriverWithoutAGpuIsNone) {
  kernel("550.54.14");
  const ThisMachine machine = ask();
  EXPECT_EQ(machine.from, "");
  EXPECT_EQ(
      machine.silent,
      "no CUDA driver: libcuda.so.1: not there; nvidia-smi was not found; "
      "the kernel driver 550.54.14 shows no GPU");
}

TEST_F(ThisMachineTest, AJetsonTellsItsRelease) {
  file("/etc/nv_tegra_release",
       "# R35 (release), REVISION: 3.1, GCID: 32827747, BOARD: t186ref\n");
  file("/proc/device-tree/model", std::string("NVIDIA Jetson AGX Orin\0", 23));
  const ThisMachine machine = ask();
  EXPECT_EQ(machine.from, "/etc/nv_tegra_release");
  ASSERT_EQ(machine.targets.size(), 1u);
  EXPECT_EQ(machine.targets.front().gpus.front().cc, 87);
  EXPECT_EQ(machine.targets.front().cuda, (Version{11, 4}));
}

TEST_F(ThisMachineTest, WithoutAnythingTheReasonIsTold) {
  const ThisMachine machine = ask();
  EXPECT_THAT(machine.targets, IsEmpty());
  EXPECT_EQ(
      machine.silent,
      "no CUDA driver: libcuda.so.1: not there; nvidia-smi was not found");
}

}  // namespace
}  // namespace cudacompat
