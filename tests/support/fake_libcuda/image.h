// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// The fake's driver and one of its devices, from the environment.
struct FakeDriver {
  int cuda = 13000;  // FAKE_LIBCUDA_CUDA, as cuDriverGetVersion has it
  int cc = 90;       // of the device
  std::string jit;   // FAKE_LIBCUDA_NVJITLINK: libnvJitLink of its release
  bool force_jit = false;    // CUDA_FORCE_PTX_JIT=1
  bool disable_jit = false;  // CUDA_DISABLE_PTX_JIT=1
};

struct LoadedImage {
  int code = 0;  // CUresult
  unsigned kernels = 0;
  std::string said;  // by the JIT compiler
};

/// What the fake says to a fatbin, a cubin or a PTX text. It walks fatbins
/// by itself, apart from the code that it is there to test, and asks a real
/// libnvJitLink about PTX. Which error a load has under the two variables of
/// the environment is its own choice (209), no claim about a driver.
LoadedImage load_image(const void* image, const FakeDriver& fake_libcuda);
