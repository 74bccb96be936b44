// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/doctor/log/log_reading.h"

namespace cudacompat::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::string_view kOldPtxas =
    "W asm_compiler.cc:231] Falling back to the CUDA driver for PTX "
    "compilation; ptxas does not support CC 8.9\n";

TEST(LogCauses, AnOldPtxasOfXlaIsTheCauseOfWhatTheDriverRefuses) {
  for (const std::string_view refusal :
       {"E cuda_driver.cc:628] failed to get PTX kernel \"broadcast\" from "
        "module: CUDA_ERROR_NOT_FOUND: named symbol not found\n",
        "E cuda_driver.cc:864] failed to load PTX text as a module: "
        "CUDA_ERROR_INVALID_IMAGE: device kernel image is invalid\n",
        "CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed\n"}) {
    EXPECT_THAT(told(std::string(kOldPtxas) + std::string(refusal)),
                ElementsAre(AllOf(
                    StartsWith("CC610 error: kernels of XLA do not load"),
                    HasSubstr("no code for sm_89"), HasSubstr("(log line 1)"),
                    HasSubstr("CUDA 11.8 or newer"))))
        << refusal;
  }
  // Other errors have other causes.
  EXPECT_THAT(ids_of(std::string(kOldPtxas) + "no kernel image is available\n"),
              ElementsAre("CC101", "CC610"));
}

TEST(LogCauses, AnNvccThatStopsIsNotTheCauseOfAnImage) {
  EXPECT_THAT(ids_of("nvcc fatal   : Unsupported gpu architecture "
                     "'compute_89'\nCUDA error: device kernel image is "
                     "invalid\n"),
              ElementsAre("CC610", "CC853"));
}

TEST(LogCauses, ACauseIsAsSevereAsWhatItExplains) {
  const std::string dropped =
      "nvlink warning : SM Arch ('sm_75') not found in 'internode.o'\n";
  EXPECT_THAT(told(dropped), ElementsAre(StartsWith("CC402 warning")));
  EXPECT_THAT(told(dropped + "no kernel image is available\n"),
              ElementsAre(StartsWith("CC402 error")));
}

TEST(LogCauses, ADriverLibraryOfAnotherDriver) {
  EXPECT_THAT(told("cudaGetDeviceCount returned 500\n-> named symbol not "
                   "found\n"),
              ElementsAre(AllOf(StartsWith("CC887 error: no CUDA call works"),
                                HasSubstr("update Docker Desktop"),
                                HasSubstr("wsl --update"))));
  EXPECT_THAT(ids_of("CUDA error: named symbol not found\n"),
              ElementsAre("CC863"));
}

TEST(LogCauses, AnUnknownErrorOfTheDriver) {
  EXPECT_THAT(told("CUDA initialization: CUDA unknown error - this may be due "
                   "to X\nRuntimeError: No CUDA GPUs are available\n"),
              ElementsAre(AllOf(StartsWith("CC880 error"), HasSubstr("999"),
                                HasSubstr("nvidia-modprobe -c 0 -u"))));
  EXPECT_THAT(told("cuda driver library init failure: 205"),
              ElementsAre(AllOf(StartsWith("CC880"), Not(HasSubstr("999")))));
}

TEST(LogCauses, WhatStopsEachCallComesBeforeWhatStopsAKernel) {
  const std::string image = "no kernel image is available\n";
  EXPECT_THAT(ids_of(image + "cudaGetDeviceCount returned 35\n"),
              ElementsAre("CC504", "CC101"));
  EXPECT_THAT(ids_of("libcudnn.so.9: cannot open shared object file\n" + image),
              ElementsAre("CC101", "CC869"));
  // A container without nvidia-smi may well run kernels.
  EXPECT_THAT(ids_of(image + "nvidia-smi: command not found\n"),
              ElementsAre("CC101", "CC867"));
}

TEST(LogCauses, TritonIsNamedWhereItRanThePtxas) {
  const std::string version = "INFO Triton version 3.1\n";
  EXPECT_THAT(
      told(version + "ptxas /tmp/tmpxft_00001b3c-6_k.ptx, line 9; "
                     "fatal   : Unsupported .version 8.7; current "
                     "version is '8.4'\n"),
      ElementsAre(AllOf(HasSubstr("bin folder of CUDA 12.8 or newer first in"),
                        Not(HasSubstr("TRITON")))));
  EXPECT_THAT(told(version + "ptxas fatal   : Value 'sm_120' is not defined "
                             "for option 'gpu-name'\n"),
              ElementsAre(AllOf(HasSubstr("build with CUDA 12.8"),
                                Not(HasSubstr("TRITON")))));
  EXPECT_THAT(told("Internal Triton PTX codegen error:\nptxas fatal   : Value "
                   "'sm_120' is not defined for option 'gpu-name'\n"),
              ElementsAre(HasSubstr("TRITON_PTXAS_PATH")));
}

TEST(LogCauses, VersionsOfAnExtensionInAnyCase) {
  EXPECT_THAT(told("Detected CUDA version (13.0) mismatches the version that "
                   "was used to compile PyTorch (12.8)."),
              ElementsAre(AllOf(HasSubstr("is 13.0"),
                                HasSubstr("CUDA_HOME=/usr/local/cuda-12.8"))));
}

TEST(LogCauses, TheHostCompilerThatIsTaken) {
  EXPECT_THAT(told("host_config.h:164:2: error: #error -- unsupported GNU "
                   "version! gcc versions later than 13 are not supported!"),
              ElementsAre(AllOf(StartsWith("CC884 error"),
                                HasSubstr("only g++ up to 13"),
                                HasSubstr("-DCMAKE_CUDA_HOST_COMPILER=g++-13"),
                                HasSubstr("CC=gcc-13 CXX=g++-13"))));
  EXPECT_THAT(told("unsupported GNU version! gcc versions later than"),
              ElementsAre(AllOf(HasSubstr("an older g++"),
                                HasSubstr("HOST_COMPILER=g++-N"))));
}

TEST(LogCauses, InstructionsOfLaterArchitectures) {
  EXPECT_THAT(
      told("ptxas k.ptx, line 4; error   : Feature 'f16' requires .target "
           "sm_53 or higher"),
      ElementsAre(AllOf(StartsWith("CC889 error"), HasSubstr("sm_53 and later"),
                        HasSubstr("TORCH_CUDA_ARCH_LIST=5.3"),
                        HasSubstr("__CUDA_ARCH__ >= 530"))));
  EXPECT_THAT(
      told("ptxas k.ptx, line 4; error   : Instruction 'wgmma.fence' not "
           "supported on .target 'sm_90'"),
      ElementsAre(AllOf(HasSubstr("that sm_90 does not have"),
                        HasSubstr("arch=compute_90a,code=sm_90a"))));
  EXPECT_THAT(
      told("ptxas k.ptx, line 4; error   : Instruction 'x' not "
           "supported on .target 'sm_80'"),
      ElementsAre(AllOf(HasSubstr("leave sm_80 out"), Not(HasSubstr("80a")))));
  EXPECT_THAT(told("ptxas k.ptx, line 4; error   : Instruction 'x' not "
                   "supported on .target 'sm_"),
              ElementsAre(HasSubstr("the architecture does not have")));
}

TEST(LogCauses, LibNvvmNamesTheToolkitThatHasTheGpu) {
  EXPECT_THAT(told("libNVVM Error: -arch=compute_37 is an unsupported option"),
              ElementsAre(AllOf(StartsWith("CC610 error"),
                                HasSubstr("this libNVVM makes no"),
                                HasSubstr("to 11.8"))));
}

TEST(LogCauses, KernelsThatWereLeftOut) {
  EXPECT_THAT(
      told("mma.cuh:37: ERROR: CUDA kernel mul_mat_q has no device code "
           "compatible with CUDA arch 520. ggml-cuda.cu was compiled for: "
           "500,1200"),
      ElementsAre(AllOf(StartsWith("CC888 error"), HasSubstr("code for 5.2"),
                        HasSubstr("It has sm_50 sm_120"),
                        HasSubstr("-DCMAKE_CUDA_ARCHITECTURES=native"))));
  // Cut off, or numbers that are none.
  for (const std::string_view list : {"", ",", "x", "500,", "1,99999"}) {
    EXPECT_THAT(told(fmt::format("CUDA kernel k has no device code compatible "
                                 "with CUDA arch . x was compiled for: {}",
                                 list)),
                SizeIs(1))
        << list;
  }
}

TEST(LogCauses, TensorFlowOnAnOldGpu) {
  EXPECT_THAT(
      told("Ignoring visible gpu device (device: 0, compute capability: 3.0) "
           "with Cuda compute capability 3.0. The minimum required Cuda "
           "capability is 3.5."),
      ElementsAre(AllOf(StartsWith("CC607 error"), HasSubstr("a GPU (3.0)"),
                        HasSubstr("only for 3.5 and later"),
                        HasSubstr("TF_CUDA_COMPUTE_CAPABILITIES=3.0"))));
}

TEST(LogCauses, BuildsWithoutCuda) {
  EXPECT_THAT(
      told("AssertionError: Torch not compiled with CUDA enabled"),
      ElementsAre(AllOf(StartsWith("CC883 error: torch does not use the GPU"),
                        HasSubstr("pip uninstall -y torch"),
                        HasSubstr("https://download.pytorch.org/whl/cu126"))));
}

TEST(LogCauses, ACallThatTheDriverDoesNotHaveIsNamed) {
  EXPECT_THAT(told("libcuda.so.460.106.00: undefined symbol: cuCtxCreate_v3\""),
              ElementsAre(AllOf(StartsWith("CC857 error"),
                                HasSubstr("calls cuCtxCreate_v3 of the driver"),
                                HasSubstr("470.42.01"))));
}

TEST(LogCauses, MissingLibrariesAreOneWithTheLineThatSumsUp) {
  const std::string sum = "Cannot dlopen some GPU libraries. Please\n";
  EXPECT_THAT(
      told("Could not load dynamic library 'libcudnn.so.8'; dlerror\n" + sum),
      ElementsAre(AllOf(HasSubstr("GPU: libcudnn.so.8 is not"),
                        HasSubstr("line 1 and 1 more"))));
  EXPECT_THAT(told(sum + "Could not load dynamic library 'libcudnn.so.8'\n"),
              ElementsAre(HasSubstr("GPU: libcudnn.so.8 is not")));
  EXPECT_THAT(told(sum), ElementsAre(HasSubstr("a CUDA library is not")));
}

}  // namespace
}  // namespace cudacompat::testing
