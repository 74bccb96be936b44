// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "judge/verdict/finding.h"
#include "log_reading.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using testing::findings_of;
using ::testing::HasSubstr;
using ::testing::Not;

/// What users posted, and what is to be made of it.
struct Report {
  const char* source;
  const char* log;
  const char* id;
  const char* message;  // a part of it
  const char* fix;      // a part of it
};

constexpr Report kReports[] = {
    // Modules are loaded eagerly: the error comes from whatever call is first.
    {"Jittor/jittor#194",
     "code=222( cudaErrorUnsupportedPtxVersion ) cudaStreamCreateWithFlags(&s)",
     "CC201", "first CUDA call, whichever that is", "add SASS"},
    // The user put toolkit 12.6 first in PATH, in vain.
    {"ingowald/pynari#6",
     "ptxas application ptx input, line 9; fatal   : Unsupported .version 8.5; "
     "current version is '8.4'",
     "CC201", "toolkits in PATH have no part", "driver 555."},
    {"tinygrad/tinygrad#7729",
     "ptxas x_03fe.ptx, line 9; fatal   : Unsupported .version 8.5; current "
     "version is '7.5'",
     "CC850", "up to 7.5 (CUDA 11.5)", "first in PATH"},
    {"QwenLM/Qwen2.5-Omni#247",
     "ptxas C:\\Users\\u\\Temp\\tmpkoko.ptx, line 5; fatal   : Unsupported "
     ".version 8.8; current version is '8.7'",
     "CC850", "PTX 8.8 (CUDA 12.9)", "TRITON_PTXAS_PATH"},
    {"NVIDIA/numba-cuda#163",
     "ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (<cudapy-ptx>)\n"
     "ptxas application ptx input, line 9; fatal   : Unsupported .version 8.5; "
     "current version is '8.4'",
     "CC851", "the driver has no part in it", "nvidia-nvjitlink-cu12>=12.5"},
    {"tensorflow/tensorflow#97387",
     "TensorFlow was not built with CUDA kernel binaries compatible with "
     "compute capability 12.0. CUDA kernels will be jit-compiled from PTX, "
     "which could take 30 minutes or longer.\nCUDA_ERROR_INVALID_PTX",
     "CC852", "error 218", "made at run time"},
    {"NVIDIA-NeMo/labs-molt#44",
     "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803: "
     "system has unsupported display driver / cuda driver combination",
     "CC604", "error 803", "LD_LIBRARY_PATH"},
    {"oobabooga/text-generation-webui#4407",
     "Error 804: forward compatibility was attempted on non supported HW",
     "CC605", "error 804", "remove the cuda-compat"},
    {"vllm-project/vllm#1453",
     "The detected CUDA version (11.8) mismatches the version that was used to "
     "compile PyTorch (12.1).",
     "CC870", "is 11.8, torch was built with 12.1", "cuda-nvcc=12.1"},
    {"NVIDIA/warp#219", "CUDA driver is a stub library", "CC856", "error 34",
     "stubs"},
    {"gputil#26 and others",
     "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA "
     "driver. Make sure that the latest NVIDIA driver is installed and "
     "running.",
     "CC867", "no kernel module", "modprobe nvidia"},
    {"intel/llvm#17614 and others",
     "Failed to initialize NVML: Driver/library version mismatch\n"
     "NVML library version: 535.161",
     "CC866", "old kernel module still runs", "reboot"},
    {"pytorch/pytorch#113948",
     "ValueError: Unknown CUDA Architecture Name 9.0a in "
     "CUDA_SELECT_NVCC_ARCH_FLAGS",
     "CC871", "does not know \"9.0a\"", "--format torch"},
};

TEST(LogReports, have_the_cause_that_was_found_in_the_end) {
  for (const Report& report : kReports) {
    SCOPED_TRACE(report.source);
    const auto found = findings_of(report.log);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].id, report.id);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_THAT(found[0].message, HasSubstr(report.message));
    EXPECT_THAT(found[0].fix, HasSubstr(report.fix));
  }
}

// The driver compiles: no toolkit in PATH changes that (ingowald/pynari#6).
TEST(LogReports, EachCompilerHasAFixOfItsOwn) {
  EXPECT_THAT(findings_of(kReports[1].log)[0].fix, Not(HasSubstr("in PATH")));
  EXPECT_THAT(findings_of(kReports[2].log)[0].fix,
              AllOf(Not(HasSubstr("install driver")), Not(HasSubstr("SASS"))));
}

}  // namespace
}  // namespace cudacompat
