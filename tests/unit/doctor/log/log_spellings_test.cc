// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "doctor/log/log_symptoms.h"
#include "unit/doctor/log/log_reading.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Spelling {
  std::string_view text;
  std::string_view kind;  // "KIND ID"
};

// Lines as programs print them, from the issues of their projects.
// clang-format off
constexpr Spelling kSpellings[] = {
    // 222
    {"code=222( cudaErrorUnsupportedPtxVersion ) cudaStreamCreateWithFlags(&s, 1)", "ptx-too-new CC201"},
    {"CUDA error at helper.h:12 code=222(<unknown>) \"cudaMalloc(&p, 4)\"", "ptx-too-new CC201"},
    {"CUDA error 222 at /w/llama.cpp/ggml-cuda.cu:420: the provided PTX was compiled with an unsupported toolchain.", "ptx-too-new CC201"},
    {"CUDA error 222", "ptx-too-new CC201"},
    {"Cuda failure: 222 the provided PTX was compiled", "ptx-too-new CC201"},
    {"cuda failed with error 222", "ptx-too-new CC201"},
    {"cuModuleLoadData failed: error code 222", "ptx-too-new CC201"},
    {"cuModuleLoadDataEx returned 222", "ptx-too-new CC201"},
    {"CUDA driver error: 222", "ptx-too-new CC201"},
    {"RuntimeError: CUDA error: the provided PTX was compiled with an unsupported toolchain.", "ptx-too-new CC201"},
    {"torch.AcceleratorError: CUDA error: the provided PTX was compiled with an unsupported toolchain.", "ptx-too-new CC201"},
    {"Search for `cudaErrorUnsupportedPtxVersion' in https://docs.nvidia.com", "ptx-too-new CC201"},
    {"CUDARuntimeError: cudaErrorUnsupportedPtxVersion: the provided PTX was compiled with an unsupported toolchain.", "ptx-too-new CC201"},
    {"cupy_backends.cuda.api.driver.CUDADriverError: CUDA_ERROR_UNSUPPORTED_PTX_VERSION: the provided PTX", "ptx-too-new CC201"},
    {"LinkerError: [222] Call to cuLinkAddData results in UNKNOWN_CUDA_ERROR", "ptx-too-new CC201"},
    {"CudaAPIError: [222] Call to cuLinkAddData results in CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "ptx-too-new CC201"},
    {"ERROR: CUDA error: the provided PTX was compiled with an unsupported toolchain (code 222, ERROR_UNSUPPORTED_PTX_VERSION)", "ptx-too-new CC201"},
    {"Error: DriverError(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, \"the provided PTX\") when loading cast_u32_f32", "ptx-too-new CC201"},
    {"what():  std::bad_alloc: cudaErrorUnsupportedPtxVersion: the provided PTX", "ptx-too-new CC201"},
    {"[cudaErrorUnsupportedPtxVersion] the provided PTX was compiled with an unsupported toolchain. in expression", "ptx-too-new CC201"},
    {"Cuda(UnsupportedPtxVersion)", "ptx-too-new CC201"},
    // 209, 48
    {"CUDA error: no kernel image is available for execution on the device", "no-kernel-image CC101"},
    {"RuntimeError: cuda runtime error (48) : no kernel image is available for execution on the device at x.cu:1", "no-kernel-image CC101"},
    {"cuda runtime error (48)", "no-kernel-image CC101"},
    {"CUDA error 209 at C:\\w\\ggml-cuda.cu:2221:", "no-kernel-image CC101"},
    {"CUDA_ERROR_NO_BINARY_FOR_GPU: no kernel image is available", "no-kernel-image CC101"},
    {"called `Result::unwrap()` on an `Err` value: Cuda(NoBinaryForGpu)', examples/add.rs:10:76", "no-kernel-image CC101"},
    {"parallel_for failed: cudaErrorNoKernelImageForDevice", "no-kernel-image CC101"},
    {"[209] Call to cuModuleLoadDataEx results in UNKNOWN_CUDA_ERROR", "no-kernel-image CC101"},
    {"NCCL WARN Cuda failure 'no kernel image is available for execution on the device'", "no-kernel-image CC101"},
    // The others
    {"Program hit CUDA_ERROR_INVALID_PTX (error 218) due to \"a PTX JIT compilation failed\" on CUDA API call", "ptx-refused CC852"},
    {"CUDA error: a PTX JIT compilation failed (code 218, ERROR_INVALID_PTX)", "ptx-refused CC852"},
    {"'cuModuleLoadDataEx' failed with 'CUDA_ERROR_INVALID_PTX'", "ptx-refused CC852"},
    {"cudaErrorInvalidPtx", "ptx-refused CC852"},
    {"PTX JIT compiler library not found", "no-jit-compiler CC854"},
    {"CUDA error: cudaErrorJitCompilerNotFound", "no-jit-compiler CC854"},
    {"CUDA error 221", "no-jit-compiler CC854"},
    {"CUDA error: PTX JIT compilation was disabled", "jit-disabled CC855"},
    {"CUDA_ERROR_JIT_COMPILATION_DISABLED", "jit-disabled CC855"},
    {"CUDA error: device kernel image is invalid", "image-invalid CC853"},
    {"ERROR: CUDA error: device kernel image is invalid (code 200, ERROR_INVALID_IMAGE)", "image-invalid CC853"},
    {"cuModuleLoadData failed with error 200", "image-invalid CC853"},
    {"CUDA error 300", "image-invalid CC853"},
    {"cudaErrorInvalidSource", "image-invalid CC853"},
    {"Warp CUDA error 34: CUDA driver is a stub library (in function init)", "stub CC856"},
    {"CUDA error 34", "stub CC856"},
    {"Mapped libcuda.so paths: /usr/local/cuda-11.8/targets/x86_64-linux/lib/stubs/libcuda.so", "stub CC856"},
    {"CUDA driver version is insufficient for CUDA runtime version", "old-driver CC504"},
    {"cudaGetDeviceCount returned 35", "old-driver CC504"},
    {"cudart init failure: 35", "old-driver CC504"},
    {"CUDA error: cudaErrorInsufficientDriver", "old-driver CC504"},
    {"API call is not supported in the installed CUDA driver", "newer-call CC857"},
    {"CUDA error 36", "newer-call CC857"},
    {"RuntimeError: CUDA error: invalid device function", "no-function CC859"},
    {"requested device function does not exist or is not compiled for the proper device architecture", "no-function CC859"},
    {"CUDA error 98", "no-function CC859"},
    {"failed call to cuInit: CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected", "no-device CC858"},
    {"RuntimeError: No CUDA GPUs are available", "no-device CC858"},
    {"cuInit returned 100", "no-device CC858"},
    {"No devices were found", "no-device CC858"},
    {"shared object symbol not found", "code-not-linked CC862"},
    {"CUDA error: shared object initialization failed", "code-not-linked CC862"},
    {"CUDA error 302", "code-not-linked CC862"},
    {"CUDA error 303 while loading", "code-not-linked CC862"},
    {"CUDA error: named symbol not found", "no-symbol CC863"},
    {"CUDA_ERROR_NOT_FOUND: named symbol", "no-symbol CC863"},
    {"CUDA error (500)", "no-symbol CC863"},
    {"RuntimeError: CUDA error: operation not supported", "not-supported CC861"},
    {"CUDA_ERROR_NOT_SUPPORTED", "not-supported CC861"},
    {"CUDA error 801", "not-supported CC861"},
    {"Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized", "not-ready CC860"},
    {"CUDA error: system not yet initialized", "not-ready CC860"},
    {"CUDA initialization: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 803: system has unsupported display driver / cuda driver combination", "driver-mismatch CC604"},
    {"CUDA: Check failed: e == cudaSuccess (803 vs. 0) : system has unsupported display driver / cuda driver combination", "driver-mismatch CC604"},
    {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "driver-mismatch CC604"},
    {"Error 804: forward compatibility was attempted on non supported HW (Triggered internally at ../c10/cuda/CUDAFunctions.cpp:109.)", "compat-refused CC605"},
    {"CUDA error 804", "compat-refused CC605"},
    {"failed call to cuInit: CUDA_ERROR_UNKNOWN: unknown error", "driver-unknown CC880"},
    {"CUDA initialization: CUDA unknown error - this may be due to an incorrectly set up environment", "driver-unknown CC880"},
    {"ggml_cuda_init: failed to initialize CUDA: unknown error", "driver-unknown CC880"},
    {"LinkerError: [999] Call to cuLinkAddData results in CUDA_ERROR_UNKNOWN", "driver-unknown CC880"},
    {"THCudaCheck FAIL file=/w/THCGeneral.cpp line=50 error=999 : unknown error; cuda runtime error (999) : unknown error at x", "driver-unknown CC880"},
    {"Unable to load cudart library /usr/lib/x86_64-linux-gnu/libcuda.so.535.161.08: cuda driver library init failure: 999", "driver-unknown CC880"},
    {"libcuda.so.580.65.06: cuda driver library init failure: 205", "driver-start CC880"},
    {"libcuda.so.535.161.08: cuda driver library init failure: 100", "no-device CC858"},
    {"libcuda.so.535.161.08: cuda driver library init failure: 803", "driver-mismatch CC604"},
    {"ollama[1016]: cudaSetDevice err: 35", "old-driver CC504"},
    {"RuntimeError: CUDA error: CUDA-capable device(s) is/are busy or unavailable", "gpu-busy CC881"},
    {"CUDA Runtime Error(46): all CUDA-capable devices are busy or unavailable", "gpu-busy CC881"},
    {"Check failed: cudaSetDevice returned 46", "gpu-busy CC881"},
    {"Unexpected error from cudaGetDeviceCount(). Error 101: invalid device ordinal", "gpu-number CC882"},
    {"CUDA error: invalid device ordinal (code #101, ERROR_INVALID_DEVICE)", "gpu-number CC882"},
    {"cuCtxCreate() error=101", "gpu-number CC882"},
    {"cudaErrorInvalidDevice: x", "gpu-number CC882"},
    {"Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 500: named symbol not found", "driver-other CC887"},
    {"ggml_cuda_init: failed to initialize CUDA: named symbol not found", "driver-other CC887"},
    {"libcuda.so.1: cuda driver library init failure: 500", "driver-other CC887"},
    {"cudaGetDeviceCount returned 500", "driver-other CC887"},
    {"failed call to cuInit: CUDA_ERROR_NOT_FOUND: named symbol not found", "driver-other CC887"},
    {"failed to get PTX kernel \"broadcast\" from module: CUDA_ERROR_NOT_FOUND: named symbol not found", "no-symbol CC863"},
    {"Error named symbol not found at line 529 in file /mmfs1/gscratch/git/bitsandbytes/csrc/ops.cu", "bitsandbytes-kernel CC859"},
    {"Error named symbol not found at line 3 in file kernels.cu", "no-symbol CC863"},
    // Compilers
    {"ptxas k.ptx, line 4; error   : Feature 'f16 arithemetic and compare instructions' requires .target sm_53 or higher", "instruction-missing CC889"},
    {"ptxas wg.ptx, line 4; error   : Instruction 'wgmma.fence' not supported on .target 'sm_90'", "instruction-missing CC889"},
    {"ptxas application ptx input, line 4; error   : Feature '.bf16' requires .target sm_80 or higher", "ptx-feature CC852"},
    {"/usr/local/cuda/include/crt/host_config.h:164:2: error: #error -- unsupported GNU version! gcc versions later than 13 are not supported!", "host-compiler CC884"},
    {"RuntimeError: The current installed version of g++ (13.3.0) is greater than the maximum required version by CUDA 11.8.", "host-compiler CC884"},
    {"libNVVM Error: -arch=compute_37 is an unsupported option", "nvvm-gpu CC610"},
    {"NVVM_ERROR_IR_VERSION_MISMATCH", "nvvm-other CC885"},
    {"<unnamed>: error: incompatible IR detected. Possible mix of compiler/IR from different releases.", "nvvm-other CC885"},
    {"NvvmSupportError: libNVVM cannot be found. Do `conda install cudatoolkit`:", "library-missing CC869"},
    {"unknown CUDA error when building module CUDA_ERROR_UNSUPPORTED_PTX_VERSION log: ptxas application ptx input, line 9; fatal   : Unsupported .version 8.5; current version is '8.4'", "ptx-version CC201"},
    {"ptxas /tmp/tempfile-kinsler-56b28778-3690660-5c2bf4b9c1e23, line 5; fatal   : Unsupported .version 6.0; current version is '5.0'", "ptx-version-of-ptxas CC850"},
    {"ptxas-blackwell /tmp/tmpkw7ug6t8.ptx, line 5; fatal   : Unsupported .version 9.1; current version is '9.0'", "ptx-version-of-ptxas CC850"},
    {"ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (<cudapy-ptx>)", "nvjitlink-refused CC852"},
    {"ERROR 7: ptxjit:k.ptx", "nvjitlink-refused CC852"},
    {"ERROR NVJITLINK_ERROR_PTX_COMPILE (with: current version is '8.4')", "ptx-version-of-nvjitlink CC851"},
    {"NVJITLINK_ERROR_PTX_COMPILE ptxas application ptx input, line 9; fatal : Unsupported .version 8.5; current version is '8.4'", "ptx-version-of-nvjitlink CC851"},
    {"ptxas t.ptx, line 2; fatal   : Unsupported .target 'sm_107'", "ptx-target-of-ptxas CC864"},
    {"ptxas application ptx input, line 10; fatal   : Unsupported .target 'sm_107'", "ptx-target CC864"},
    {"ptxas fatal   : SM version specified by .target is higher than default SM version assumed", "ptx-later-gpu CC102"},
    {"ptxas k.ptx, line 2; error   : PTX .version 7.0 does not support .target sm_90", "ptx-older-than-target CC204"},
    {"ptxas k.ptx, line 7; error   : Feature 'redux' requires PTX ISA .version 7.0 or later", "ptx-feature CC852"},
    {"ptxas application ptx input, line 7; error   : Parsing error near 'x': syntax error", "ptx-feature CC852"},
    {"ptxas fatal   : Value 'sm_101' is not defined for option 'gpu-name'", "ptxas-gpu CC610"},
    {"nvrtc: error: invalid value for --gpu-architecture (-arch)", "nvrtc-gpu CC610"},
    {"nvcc fatal   : Unsupported gpu architecture 'compute_70'", "nvcc-gpu CC610"},
    {"nvcc fatal   : Unsupported gpu architecture 'compute_No CUDA Devices found.'", "nvcc-no-gpu CC871"},
    {"nvcc fatal   : Unsupported gpu architecture 'compute_'", "nvcc-no-gpu CC871"},
    {"nvcc fatal   : Unsupported gpu architecture 'sm_Failed'", "nvcc-no-gpu CC871"},
    {"nvcc fatal   : Incompatible code generation requested: arch='compute_90', code='sm_80'", "nvcc-codes-differ CC872"},
    {"nvcc fatal   : Stray '\"' character", "quotes-in-list CC872"},
    {"    * a semicolon-separated list of integers, each optionally", "list-form CC872"},
    {"  math cannot parse the expression: \"50-real/10\": syntax error", "list-form CC872"},
    {"    CUDA_ARCHITECTURES", "unused-variable CC872"},
    {"CUDA_ARCHITECTURES is empty for target \"x\".", "no-architecture CC601"},
    {"CMake Error: CMAKE_CUDA_ARCHITECTURES must be non-empty if set.", "no-architecture CC601"},
    {"nvcc warning : Cannot find valid GPU for '-arch=native', default arch is used", "native-without-gpu CC602"},
    {"CUDA_ARCHITECTURES is set to \"native\", but no NVIDIA GPU was detected.", "native-without-gpu CC602"},
    {"  Unknown CUDA Architecture Name 9.0a in CUDA_SELECT_NVCC_ARCH_FLAGS", "torch-arch-list CC871"},
    {"ValueError: Unknown CUDA arch (10.1) or GPU not supported", "torch-arch-list CC871"},
    {"nvlink warning : SM Arch ('sm_75') not found in 'internode.o'", "link-dropped-code CC402"},
    {"nvlink error   : Uncompress failed (target: sm_50)", "link-cannot-read CC873"},
    {"nvlink fatal   : elfLink fatbinary error (target: sm_50)", "link-cannot-read CC873"},
    {"g++: error: unrecognized command-line option '-compress-mode=size'", "compress-mode-unknown CC875"},
    {"libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version libnvJitLink.so.12", "nvjitlink-mixed CC865"},
    {"undefined symbol: _nvJitLinkGetErrorLogSize_12_9", "nvjitlink-mixed CC865"},
    {"Can't find libdevice directory ${CUDA_DIR}/nvvm/libdevice", "libdevice CC874"},
    {"k.cu: error: cudacompat[CC201]: on l4-pool this fails with 222", "refused-by-cudacompat CC201"},
    {"error[CC201]: on 9.0@cuda12.8 this fails with error 222", "refused-by-cudacompat CC201"},
    {"warning[CC504]: x", "refused-by-cudacompat-warning CC504"},
    {"k.cu: warning: cudacompat[CC601]: no architecture was chosen", "refused-by-cudacompat-warning CC601"},
    // Frameworks
    {"NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.", "torch-gpu CC607"},
    {"The current PyTorch install supports CUDA capabilities sm_50 sm_60.", "torch-gpu CC607"},
    {"Found GPU0 Tesla V100-PCIE-32GB which is of compute capability (CC) 7.0.", "torch-gpu CC607"},
    {"Minimum and Maximum cuda capability supported by this version of PyTorch is", "torch-gpu CC607"},
    {"- 7.5 which supports hardware CC >=7.5,<8.0", "torch-gpu CC607"},
    {"RuntimeError: The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver", "old-driver-found CC504"},
    {"The detected CUDA version (11.8) mismatches the version that was used to compile PyTorch (12.1).", "extension-toolkit CC870"},
    {"TensorFlow was not built with CUDA kernel binaries compatible with compute capability 12.0. CUDA kernels will be jit-compiled from PTX, which could take 30 minutes or longer.", "tensorflow-jit CC203"},
    {"The NVIDIA driver's CUDA version is 12.2 which is older than the ptxas CUDA version (12.3.107). Because the driver is older", "xla-older-driver CC877"},
    {"The NVIDIA driver's CUDA version is 12.4 which is older than the PTX compiler version 12.5.82. Because the driver", "xla-older-driver CC877"},
    {"Falling back to the CUDA driver for PTX compilation; ptxas does not support CC 9.0", "xla-ptxas CC610"},
    {"Error: This version of CUDA.jl only supports NVIDIA drivers for CUDA 11.x or 12.x (yours is for CUDA 13.0.0)", "julia-driver CC878"},
    {"[00:08:47.963][9136][CUDA][E] Returning 801 (CUDA_ERROR_NOT_SUPPORTED) from cuModuleLoadDataEx", "not-supported CC861"},
    {"Found CUDA version 12010, but JAX was built against version 12020, which is newer.", "library-too-old CC869"},
    {"Outdated cuSPARSE installation found.", "library-too-old CC869"},
    {"RuntimeError: Unable to load cuSPARSE. Is it installed?", "library-missing CC869"},
    {"ImportError: /usr/lib/x.so: libcudart.so.12: cannot open shared object file: No such file or directory", "library-missing CC869"},
    {"Could not load dynamic library 'libcudart.so.11.0'; dlerror: libcudart.so.11.0: cannot open shared object file", "library-missing CC869"},
    {"AssertionError: Torch not compiled with CUDA enabled", "torch-without-cuda CC883"},
    {"An NVIDIA GPU may be present on this machine, but a CUDA-enabled jaxlib is not installed. Falling back to cpu.", "jax-without-cuda CC883"},
    {"Ignoring visible gpu device (device: 0, name: GeForce GTX 760, compute capability: 3.0) with Cuda compute capability 3.0. The minimum required Cuda capability is 3.5.", "tensorflow-gpu CC607"},
    {"Cannot dlopen some GPU libraries. Please make sure the missing libraries mentioned above are installed properly", "library-missing CC869"},
    {"Loaded runtime CuDNN library: 9.0.0 but source was compiled with: 9.1.1.  CuDNN library needs to have matching major version", "library-too-old CC869"},
    {"mma.cuh:37: ERROR: CUDA kernel mul_mat_q has no device code compatible with CUDA arch 520. ggml-cuda.cu was compiled for: 500,610", "ggml-kernel CC888"},
    {"common.cuh:112: ggml was not compiled with any CUDA arch <= 750", "ggml-kernel CC888"},
    {"ERROR: Arch conditional MMA instruction used without targeting appropriate compute capability. Aborting.", "cutlass-kernel CC888"},
    {"[E] 6: The engine plan file is generated on an incompatible device, expecting compute 8.6 got compute 7.5, please rebuild.", "tensorrt-engine CC886"},
    {"[E] 1: The engine plan file is not compatible with this version of TensorRT, expecting library version 8.6", "tensorrt-engine CC886"},
    // The driver as such
    {"Unable to dynamically load the \"cuda\" shared library - searched for library names: [\"cuda\", \"nvcuda\"]", "driver-library-missing CC867"},
    {"Error: setting up CDI devices: unresolvable CDI devices nvidia.com/gpu=all", "no-cdi CC867"},
    {"modprobe: FATAL: Module nvidia not found in directory /lib/modules/6.8.0-45-generic", "no-module CC867"},
    {"cuInit err: 999", "driver-unknown CC880"},
    {"symbol lookup for cuCtxCreate_v3 failed: /usr/lib64/libcuda.so.460.106.00: undefined symbol: cuCtxCreate_v3", "driver-call-missing CC857"},
    {"ImportError: libcuda.so.1: cannot open shared object file: No such file or directory", "driver-library-missing CC867"},
    {"Could not load dynamic library 'libcuda.so.1'", "driver-library-missing CC867"},
    {"Could not find cuda drivers on your machine, GPU will not be used.", "tensorflow-cudart CC869"},
    {"nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.4, please update your driver to a newer version, or use an earlier cuda container: unknown.", "image-asks-for-driver CC879"},
    {"docker: Error response from daemon: could not select device driver \"\" with capabilities: [[gpu]].", "no-container-toolkit CC867"},
    {"nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown.", "driver-not-loaded CC867"},
    {"nvidia-container-cli: initialization error: load library failed: libnvidia-ml.so.1: cannot open shared object file", "driver-library-missing CC867"},
    {"failed call to cuInit: UNKNOWN ERROR (303)", "driver-library-missing CC867"},
    {"Failed to initialize NVML: Driver/library version mismatch", "driver-not-restarted CC866"},
    {"kernel version 384.130.0 does not match DSO version 375.66.0 -- cannot find working devices", "driver-not-restarted CC866"},
    {"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.", "driver-not-loaded CC867"},
    {"bash: nvidia-smi: command not found", "driver-not-loaded CC867"},
    {"Failed to initialize NVML: Unknown Error", "driver-silent CC868"},
    {"Unable to determine the device handle for GPU 0000:02:00.0: GPU is lost.  Reboot the system to recover this GPU", "gpu-lost CC868"},
    {"Field \"compute_cap\" is not a valid field to query.", "smi-field CC876"},
    {"NVRM: The NVIDIA Tesla P100 GPU is supported through the NVIDIA 580.xx Legacy drivers.", "gpu-dropped CC603"},
};

// What must not be taken for any.
constexpr std::string_view kInnocent[] = {
    "222 files were copied",
    "error: 222 files could not be copied (cuda samples)",
    "CUDA: 209 errors detected in the compilation of \"k.cu\".",
    "[222/804] Building CUDA object CMakeFiles/k.dir/k.cu.o",
    "set(CUDA_ARCHITECTURES 80)",
    "port 803, exit code 222 of /usr/local/cuda/bin/nvcc",
    "process with CUDA exited with exit code 100",
    "curl: (22) The requested URL returned error: 500 https://developer.download.nvidia.com/cuda/x.deb",
    "Downloading CUDA 12.4: server returned error 500",
    "HTTP Error 500 while fetching cuda-keyring",
    "error 222 in module network",
    "CUDA error count: 222",
    "CUDA error 2220",
    "CUDA error 22.2 ms",
    "ptxas info    : Used 222 registers, 209 bytes cmem[0]",
    "ptxas info    : Compiling entry function 'k' for 'sm_90'",
    "if (err == cudaErrorNoKernelImageForDevice) {",
    "    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:",
    "warning: enumeration value 'cudaErrorNoDevice' not handled in switch",
    "  cudaErrorUnsupportedPtxVersion = 222,",
    "#define CUDA_ERROR_NO_DEVICE 100",
    "return cudaErrorInsufficientDriver;",
    "cudaErrorInvalidPtxSomethingElse",
    "libcurl.so.4: cannot open shared object file: No such file or directory",
    "operation not supported",
    "system not yet initialized",
    "adb: no devices/emulators found",
    "scan: No devices were found on the bus",
    "nvcc fatal   : No input files specified; use option --help for more information",
    "cudacompat[CC2]: cudacompat[CCxyz]: cudacompat[CC201",
    "error[CCabc]: warning[CC1]: error[cc201]: x",
    "The current PyTorch installation is fine",
    "torch.cuda.is_available() = True; arch list sm_80 sm_90",
    "NVIDIA-SMI 535.183.06   Driver Version: 535.183.06   CUDA Version: 12.2",
    "modprobe: FATAL: Module nvidiafb not found in directory /lib",
    "unresolvable CDI devices vendor.com/gpu=all",
    "CMAKE_CUDA_ARCHITECTURES must be quoted",
    "Unable to dynamically load the \"cudnn\" shared library",
    "curl: (35) unknown error of cuda.example.org, err: 35 of 999",
    "CUDA benchmark: 999 of 1000 unknown",
    "cudaErrorInvalidDevicePointerX",
    "    case CUDA_ERROR_UNKNOWN: return cudaErrorUnknown;",
    "device busy or unavailable",
    "server init failure: 999",
    "loss 0.01 cuda step 46 err 0.02",
    "CUDA error: 101 tests were skipped",
    "undefined symbol: cublasLtGetStatusString, version libcublasLt.so.11",
    "undefined symbol: curl_easy_init",
    "cudaGetDeviceCount returned 50",
    "gcc versions later than 13 are supported now",
    "ptxas info    : this feature requires .target sm_53 or higher",
    "torch compiled with CUDA enabled",
    "compute capability 3.5 is the minimum required",
    "ggml-cuda.cu was compiled for: 500,610,700",
    "The engine plan file is generated on this device",
    "NVVM IR version 2.0",
    "cuda driver library init succeeded: 999",
    "checking that \"CUDA driver version is insufficient\" is explained ... ok",
    "tests/test_errors.py::test[\"no kernel image is available\"] PASSED",
    "WARNING: if you see \"no kernel image is available for execution\", set CMAKE_CUDA_ARCHITECTURES",
};
// clang-format on

TEST(LogSpellings, EachIsTold) {
  for (const Spelling& row : kSpellings) {
    EXPECT_THAT(kinds_of(row.text), ElementsAre(std::string(row.kind)))
        << row.text;
  }
}

TEST(LogSpellings, WhatStandsBeforeDoesNotMatter) {
  for (const Spelling& row : kSpellings) {
    const std::string kind(row.kind);
    // Some are of a whole line.
    if (kind.ends_with("CC858") || kind.starts_with("unused")) continue;
    EXPECT_THAT(
        kinds_of(fmt::format("(EngineCore_DP0 pid=73) ERROR 01-28 17:37:45 "
                             "[core.py:866]  {}",
                             row.text)),
        ElementsAre(kind))
        << row.text;
  }
}

TEST(LogSpellings, InnocentLinesAreNone) {
  for (const std::string_view text : kInnocent) {
    EXPECT_THAT(kinds_of(text), IsEmpty()) << text;
  }
}

TEST(LogSpellings, EachRowOfTheTableHasOne) {
  std::set<std::string> kinds;
  for (const Spelling& row : kSpellings) {
    kinds.emplace(row.kind.substr(0, row.kind.find(' ')));
  }
  for (const SymptomRow& row : symptom_table()) {
    EXPECT_TRUE(kinds.contains(to_string(row.kind))) << to_string(row.kind);
  }
}

TEST(LogSpellings, TextsOfTheTableAreWhatTheFinderTakes) {
  for (const SymptomRow& row : symptom_table()) {
    EXPECT_FALSE(row.texts[0].empty()) << to_string(row.kind);
    for (const std::string_view text : row.texts) {
      if (text.empty()) continue;
      EXPECT_GE(text.substr(0, text.find('*')).size(), 4u) << text;
      EXPECT_EQ(text.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
                std::string_view::npos)
          << text;
    }
  }
}

}  // namespace
}  // namespace cudacompat::testing
