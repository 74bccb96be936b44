// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "doctor/log/log_symptoms.h"
#include "doctor/log/symptom_kinds.h"
#include "judge/verdict/finding_table.h"
#include "unit/doctor/log/log_reading.h"

namespace cudacompat::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kDriverRefusal =
    "ptxas application ptx input, line 9; fatal   : Unsupported .version 8.5; "
    "current version is '8.4'\n";

TEST(LogFindings, TheDriversRefusalNamesReleasesAndDriver) {
  EXPECT_THAT(told(kDriverRefusal),
              ElementsAre(AllOf(
                  StartsWith("CC201 error: PTX does not load (error 222)"),
                  HasSubstr("PTX 8.5 (CUDA 12.5 or 12.6)"),
                  HasSubstr("up to 8.4 (CUDA 12.4)"), HasSubstr("(log line 1)"),
                  HasSubstr("fix: add SASS"), HasSubstr("--ptx-isa 8.4"),
                  HasSubstr("build with CUDA 12.4 or older"),
                  HasSubstr("install driver 555.42.02 (CUDA 12.5) or newer"),
                  Not(HasSubstr("first in PATH")))));
}

TEST(LogFindings, APtxasOfPathHasNoDriverCure) {
  EXPECT_THAT(told("ptxas x_03fe.ptx, line 9; fatal   : Unsupported .version "
                   "8.5; current version is '7.5'"),
              ElementsAre(AllOf(
                  StartsWith("CC850 error"), HasSubstr("up to 7.5 (CUDA 11.5)"),
                  HasSubstr("\"x_03fe.ptx\""),
                  HasSubstr("bin folder of CUDA 12.5 or newer first in PATH"),
                  Not(HasSubstr("install driver")), Not(HasSubstr("TRITON")))));
}

TEST(LogFindings, TritonHasItsOwnPtxas) {
  const std::string refusal =
      "ptxas C:\\x\\tmpkoko.ptx, line 5; fatal   : Unsupported .version 8.8; "
      "current version is '8.7'\n";
  EXPECT_THAT(told(refusal), ElementsAre(AllOf(HasSubstr("TRITON_PTXAS_PATH"),
                                               HasSubstr("first in PATH"))));
  EXPECT_THAT(told("triton.runtime.errors.PTXASError: x\n" + refusal),
              ElementsAre(AllOf(
                  HasSubstr("TRITON_PTXAS_PATH=.../bin/ptxas of CUDA 12.9"),
                  Not(HasSubstr("first in PATH")))));
}

TEST(LogFindings, AnOldNvJitLinkIsReplacedAlone) {
  EXPECT_THAT(told("NVJITLINK_ERROR_PTX_COMPILE error when calling\n"
                   "ptxas application ptx input, line 9; fatal   : Unsupported "
                   ".version 8.7; current version is '8.4'\n"),
              ElementsAre(AllOf(
                  StartsWith("CC851 error"), HasSubstr("(CUDA 12.8)"),
                  HasSubstr("pip install \"nvidia-nvjitlink-cu12>=12.8\""))));
  EXPECT_THAT(told("NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (<cudapy-ptx>)  "
                   "(with: current version is '8.4')"),
              ElementsAre(AllOf(StartsWith("CC851"),
                                HasSubstr("up to 8.4 (CUDA 12.4)"))));
  EXPECT_THAT(told("NVJITLINK_ERROR_PTX_COMPILE\nptxas application ptx input, "
                   "line 9; fatal : Unsupported .version 9.1; current version "
                   "is '9.0'\n"),
              ElementsAre(HasSubstr("\"nvidia-nvjitlink>=13.1\"")));
}

TEST(LogFindings, AVersionThatIsCutOffIsNone) {
  for (const std::string_view text :
       {"ptxas application ptx input, line 9; fatal   : Unsupported .version",
        "ptxas k.ptx, line 9; fatal   : Unsupported .version 8.",
        "Unsupported .version x; NVJITLINK_ERROR_PTX_COMPILE"}) {
    EXPECT_THAT(told(text),
                ElementsAre(AllOf(HasSubstr("reads older PTX only, and this is "
                                            "newer"),
                                  Not(HasSubstr("CUDA 0")))))
        << text;
  }
}

TEST(LogFindings, VersionsThatNoTableHasAreNotMapped) {
  EXPECT_THAT(told("ptxas application ptx input, line 9; fatal   : Unsupported "
                   ".version 99.5; current version is '99.4'"),
              ElementsAre(AllOf(HasSubstr("PTX 99.5, and"),
                                Not(HasSubstr("CUDA 99")))));
}

TEST(LogFindings, TheCodeCountsNotTheCall) {
  EXPECT_THAT(told("code=222( cudaErrorUnsupportedPtxVersion ) "
                   "cudaStreamCreateWithFlags(...)"),
              ElementsAre(AllOf(
                  StartsWith("CC201"), HasSubstr("first CUDA call, whichever"),
                  HasSubstr("`cudacompat check FILE -p this-machine`"))));
}

TEST(LogFindings, TheSpecificExplainsTheGeneral) {
  const std::string refusal(kDriverRefusal);
  EXPECT_THAT(
      told(refusal +
           "CUDA_ERROR_INVALID_PTX\nRuntimeError: CUDA error: the "
           "provided PTX was compiled with an unsupported toolchain.\n"
           "CUDA error 222 at x.cu:1\n"),
      ElementsAre(AllOf(HasSubstr("8.5"), HasSubstr("log line 1 and 2 more"))));
  EXPECT_THAT(ids_of("NVIDIA-SMI has failed because it couldn't\n"
                     "CUDA_ERROR_NO_DEVICE\ncudaGetDeviceCount returned 35\n"),
              ElementsAre("CC867"));
  EXPECT_THAT(ids_of("Driver/library version mismatch\nError 803: system has "
                     "unsupported display driver / cuda driver combination\n"),
              ElementsAre("CC866"));
  EXPECT_THAT(ids_of("X with CUDA capability sm_120 is not compatible with the "
                     "current PyTorch installation.\nThe current PyTorch "
                     "install supports CUDA capabilities sm_80 sm_90.\n"
                     "CUDA error: no kernel image is available\n"),
              ElementsAre("CC607"));
}

TEST(LogFindings, CausesThatDoNotExplainEachOtherStay) {
  EXPECT_THAT(
      ids_of(std::string(kDriverRefusal) + "no kernel image is available\n"),
      ElementsAre("CC201", "CC101"));
}

TEST(LogFindings, TorchOnANewGpu) {
  EXPECT_THAT(
      told("NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not "
           "compatible with the current PyTorch installation.\nThe current "
           "PyTorch install supports CUDA capabilities sm_50 sm_60 sm_61 sm_70 "
           "sm_75 sm_80 sm_86 sm_90.\n"),
      ElementsAre(AllOf(StartsWith("CC607 error"), HasSubstr("209"),
                        HasSubstr("(12.0)"), HasSubstr("CUDA 12.8 or newer"),
                        HasSubstr("whl/cu128"),
                        HasSubstr("TORCH_CUDA_ARCH_LIST=12.0"))));
}

TEST(LogFindings, TorchsPtxMayServeButNotItsLibraries) {
  EXPECT_THAT(
      told("X with CUDA capability sm_120 is not compatible with the current "
           "PyTorch installation.\nThe current PyTorch install supports CUDA "
           "capabilities sm_37 sm_90 compute_37.\n"),
      ElementsAre(AllOf(StartsWith("CC607 warning"), HasSubstr("cuBLAS"))));
}

TEST(LogFindings, TorchsFalseAlarmExplainsNothing) {
  const std::string warning =
      "Found GPU0 NVIDIA GB10 which is of cuda capability 12.1.\n"
      "Minimum and Maximum cuda capability supported by this version of "
      "PyTorch is\n(8.0) - (12.0)\n";
  EXPECT_THAT(told(warning),
              ElementsAre(StartsWith("CC607 note: nothing fails")));
  EXPECT_THAT(ids_of(warning + "CUDA error: no kernel image is available"),
              ElementsAre("CC101", "CC607"));
  // The newest form, which lists what there is.
  EXPECT_THAT(told("Found GPU0 NVIDIA GB10 which is of compute capability (CC) "
                   "12.1.\n- 12.0 which supports hardware CC >=12.0,<13.0\n"),
              ElementsAre(StartsWith("CC607 note")));
}

TEST(LogFindings, TorchOnAJetsonHasNoDesktopCode) {
  EXPECT_THAT(told("Orin with CUDA capability sm_87 is not compatible with the "
                   "current PyTorch installation.\nThe current PyTorch install "
                   "supports CUDA capabilities sm_80 sm_86.\n"),
              ElementsAre(StartsWith("CC607 error")));
}

TEST(LogFindings, TorchOnAnOldGpu) {
  EXPECT_THAT(
      told("Found GPU0 Tesla V100 which is of compute capability (CC) 7.0.\n"
           "- 7.5 which supports hardware CC >=7.5,<8.0\n"),
      ElementsAre(
          AllOf(StartsWith("CC607 error"), HasSubstr("CUDA 12.9 or older"))));
}

TEST(LogFindings, ToolkitsThatMakeTheCodeAreNamed) {
  EXPECT_THAT(told("nvcc fatal   : Unsupported gpu architecture 'compute_70'"),
              ElementsAre(AllOf(StartsWith("CC610 error"),
                                HasSubstr("CUDA 9.0 to 12.9"))));
  EXPECT_THAT(told("nvcc fatal   : Unsupported gpu architecture 'sm_101'"),
              ElementsAre(AllOf(HasSubstr("CUDA 12.8 to 12.9"),
                                HasSubstr("newer ones call it 110"))));
  EXPECT_THAT(told("ptxas fatal   : Value 'sm_121a' is not defined for option "
                   "'gpu-name'\nRepro command: triton/backends/nvidia/bin/x"),
              ElementsAre(AllOf(
                  StartsWith("CC610"),
                  HasSubstr("TRITON_PTXAS_PATH=.../bin/ptxas of CUDA 12.9"))));
  EXPECT_THAT(told("nvcc fatal : Unsupported gpu architecture 'compute_999'"),
              ElementsAre(HasSubstr("no table has")));
}

TEST(LogFindings, TextThatIsNoArchitecture) {
  for (const std::string_view text :
       {"compute_No CUDA Devices found.", "sm_Failed", "compute_", "compute_N",
        "compute_native"}) {
    EXPECT_THAT(told(fmt::format(
                    "nvcc fatal   : Unsupported gpu architecture '{}'", text)),
                ElementsAre(AllOf(StartsWith("CC871 error"), HasSubstr("query"),
                                  HasSubstr(text))));
  }
}

TEST(LogFindings, TheLineInsideOfCMakesText) {
  EXPECT_THAT(
      ids_of("CMake Error at CMakeTestCUDACompiler.cmake:59 (message):\n"
             "  The CUDA compiler\n\n    \"/usr/local/cuda/bin/nvcc\"\n\n"
             "  is not able to compile a simple test program.\n\n"
             "  It fails with the following output:\n\n"
             "    nvcc fatal   : Unsupported gpu architecture 'compute_70'\n"
             "    ninja: build stopped: subcommand failed.\n"),
      ElementsAre("CC610"));
}

TEST(LogFindings, OldDrivers) {
  EXPECT_THAT(
      told("The NVIDIA driver on your system is too old (found version "
           "11040)."),
      ElementsAre(
          AllOf(StartsWith("CC504 error"), HasSubstr("supports CUDA 11.4"),
                HasSubstr("driver 525.60.13 or newer for a build for CUDA 12"),
                HasSubstr("driver 580.65.06 or newer"),
                HasSubstr("build for CUDA 11"))));
  EXPECT_THAT(told("cudaGetDeviceCount returned 35"),
              ElementsAre(StartsWith("CC504")));
}

TEST(LogFindings, AnImageThatAsksForADriver) {
  for (const std::string_view asked : {"cuda>=12.4, please", "cuda >= 12.4"}) {
    EXPECT_THAT(
        told(fmt::format("nvidia-container-cli: requirement error: unsatisfied "
                         "condition: {} update your driver",
                         asked)),
        ElementsAre(AllOf(StartsWith("CC879 error"), HasSubstr("of CUDA 12.4"),
                          HasSubstr("install driver 550.54.14 (CUDA 12.4)"))));
  }
}

TEST(LogFindings, AnExtensionsToolkit) {
  EXPECT_THAT(told("The detected CUDA version (11.8) mismatches the version "
                   "that was used to compile PyTorch (12.1)."),
              ElementsAre(AllOf(StartsWith("CC870 error"), HasSubstr("is 11.8"),
                                HasSubstr("CUDA_HOME=/usr/local/cuda-12.1"),
                                HasSubstr("cuda-nvcc=12.1"))));
}

TEST(LogFindings, JitOfTensorFlowIsANoteWithItsScope) {
  EXPECT_THAT(
      told("TensorFlow was not built with CUDA kernel binaries compatible with "
           "compute capability 12.0. CUDA kernels will be jit-compiled from "
           "PTX, which could take 30 minutes or longer."),
      ElementsAre(AllOf(StartsWith("CC203 note"), HasSubstr("218"))));
  EXPECT_THAT(told("'cuModuleLoadData' failed with CUDA_ERROR_INVALID_PTX"),
              ElementsAre(AllOf(StartsWith("CC852 error"),
                                HasSubstr("not in its files"))));
}

TEST(LogFindings, WhatXlaSaysOfDriverAndPtxas) {
  for (const std::string_view wanted :
       {"ptxas CUDA version (12.5.40)", "PTX compiler version 12.5.82"}) {
    EXPECT_THAT(
        told(fmt::format("The NVIDIA driver's CUDA version is 12.2 which is "
                         "older than the {}. Because the driver",
                         wanted)),
        ElementsAre(AllOf(StartsWith("CC877 note: nothing fails"),
                          HasSubstr("(CUDA 12.2, 12.5)"),
                          HasSubstr("install driver 555.42.02 (CUDA 12.5)"))));
  }
  EXPECT_THAT(told("ptxas does not support CC 9.0"),
              ElementsAre(AllOf(StartsWith("CC610 warning"),
                                HasSubstr("CUDA 11.8 or newer"))));
}

TEST(LogFindings, WhatNvidiaSmiPrintsInsteadOfAnAnswer) {
  EXPECT_THAT(told("Failed to initialize NVML: Driver/library version "
                   "mismatch\nNVML library version: 535.161"),
              ElementsAre(AllOf(StartsWith("CC866"), HasSubstr("reboot"))));
  EXPECT_THAT(told("NVIDIA-SMI has failed because it couldn't communicate with "
                   "the NVIDIA driver."),
              ElementsAre(AllOf(StartsWith("CC867"), HasSubstr("kernel module"),
                                HasSubstr("nvidia-smi again"))));
  EXPECT_THAT(told("nvml error: driver not loaded: unknown"),
              ElementsAre(AllOf(StartsWith("CC867"), HasSubstr("modprobe"))));
  EXPECT_THAT(told("bash: nvidia-smi: command not found"),
              ElementsAre(AllOf(StartsWith("CC867"),
                                HasSubstr("fix: install the driver"))));
  EXPECT_THAT(told("Failed to initialize NVML: Unknown Error"),
              ElementsAre(StartsWith("CC868")));
  EXPECT_THAT(told("Unable to determine the device handle for GPU "
                   "0000:BA:00.0: Unknown Error"),
              ElementsAre(AllOf(StartsWith("CC868"), HasSubstr("reset"))));
  EXPECT_THAT(told("Field \"compute_cap\" is not a valid field to query."),
              ElementsAre(AllOf(StartsWith("CC876 warning"),
                                HasSubstr("query name,driver_version"))));
}

TEST(LogFindings, CudaCompatMisused) {
  EXPECT_THAT(told("Error 803: system has unsupported display driver / cuda "
                   "driver combination"),
              ElementsAre(StartsWith("CC604 error")));
  EXPECT_THAT(told("Error 804: forward compatibility was attempted on non "
                   "supported HW"),
              ElementsAre(AllOf(StartsWith("CC605 error"),
                                HasSubstr("remove the cuda-compat"))));
  EXPECT_THAT(told("Error 802: system not yet initialized"),
              ElementsAre(AllOf(StartsWith("CC860"),
                                HasSubstr("nvidia-fabricmanager"))));
}

TEST(LogFindings, MissingLibrariesAreOneFinding) {
  EXPECT_THAT(
      told("Unable to load cuFFT. Is it installed?\nUnable to load "
           "cuSOLVER. Is it installed?\n"),
      ElementsAre(AllOf(StartsWith("CC869"), HasSubstr("cuFFT, cuSOLVER"),
                        HasSubstr("log line 1 and 1 more"))));
}

TEST(LogFindings, OurOwnRefusalIsRepeated) {
  EXPECT_THAT(told("k.cu: error: cudacompat[CC201]: on l4 this fails: X\n  "
                   "fix: add SASS\n"),
              ElementsAre("CC201 error: on l4 this fails: X (log line 1); "
                          "fix: add SASS"));
  EXPECT_THAT(told("k.cu: warning: cudacompat[CC601]: nothing was chosen\n"),
              ElementsAre(AllOf(StartsWith("CC601 warning"),
                                HasSubstr("cudacompat explain CC601"))));
}

TEST(LogFindings, EachSymptomHasItsWords) {
  std::set<std::string_view> known;
  for (const FindingRow& row : finding_table()) known.insert(row.id);
  for (int i = 0; i <= static_cast<int>(kLastSymptomKind); ++i) {
    const SymptomKindRow& row = kind_row(static_cast<SymptomKind>(i));
    LogReading log;
    Symptom& symptom = log.symptoms.emplace_back();
    symptom.kind = row.kind;
    symptom.id = row.id.empty() ? "CC201" : row.id;
    for (const SymptomRow& line : symptom_table()) {
      if (line.kind == row.kind) symptom.text = line.texts[0];
    }
    const auto findings = log_findings(log);
    ASSERT_EQ(findings.size(), 1u) << to_string(row.kind);
    EXPECT_TRUE(known.contains(findings[0].id)) << findings[0].id;
    EXPECT_GT(findings[0].message.size(), 20u) << to_string(row.kind);
    EXPECT_GT(findings[0].fix.size(), 3u) << to_string(row.kind);
    EXPECT_FALSE(findings[0].fix.ends_with('.')) << to_string(row.kind);
  }
}

TEST(LogFindings, NothingOfAGoodLog) {
  EXPECT_THAT(told("[ 50%] Building CUDA object k.cu.o\nptxas info    : Used 8 "
                   "registers\n"),
              IsEmpty());
}

}  // namespace
}  // namespace cudacompat::testing
