// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

/// The functions of the CUDA driver API that a load test calls, by the types
/// that cuda.h of CUDA 12 and 13 gives them (handles are opaque, CUresult and
/// the option enums are int). Used by cudacompat-load, which finds them in
/// libcuda at run time.
namespace cudacompat::driver_api {

using Context = void*;
using Module = void*;
using Function = void*;
using Library = void*;
using Kernel = void*;

// CUdevice_attribute
inline constexpr int kComputeCapabilityMajor = 75;
inline constexpr int kComputeCapabilityMinor = 76;

// CUjit_option
inline constexpr int kJitInfoLog = 3;
inline constexpr int kJitInfoLogSize = 4;
inline constexpr int kJitErrorLog = 5;
inline constexpr int kJitErrorLogSize = 6;

/// An option's value that is a number is passed in the pointer itself.
inline void* size_option(std::uintptr_t size) {
  void* out = nullptr;
  std::memcpy(&out, &size, sizeof out);
  return out;
}

struct Api {
  int (*init)(unsigned) = nullptr;
  int (*driver_version)(int*) = nullptr;
  int (*error_name)(int, const char**) = nullptr;
  int (*error_string)(int, const char**) = nullptr;
  int (*device_count)(int*) = nullptr;
  int (*device_get)(int*, int) = nullptr;
  int (*device_name)(char*, int, int) = nullptr;
  int (*device_attribute)(int*, int, int) = nullptr;
  int (*device_uuid)(unsigned char*, int) = nullptr;
  int (*device_memory)(std::size_t*, int) = nullptr;
  int (*context_retain)(Context*, int) = nullptr;
  int (*context_set)(Context) = nullptr;
  int (*module_load)(Module*, const void*, unsigned, int*, void**) = nullptr;
  int (*module_unload)(Module) = nullptr;
  // CUDA 12.4 and later; null where the driver has none
  int (*module_count)(unsigned*, Module) = nullptr;
  int (*module_functions)(Function*, unsigned, Module) = nullptr;
  // CUDA 12.0 and later; listing the kernels 12.4
  int (*library_load)(Library*, const void*, int*, void**, unsigned, int*,
                      void**, unsigned) = nullptr;
  int (*library_unload)(Library) = nullptr;
  int (*library_module)(Module*, Library) = nullptr;
  int (*kernel_count)(unsigned*, Library) = nullptr;
  int (*kernels)(Kernel*, unsigned, Library) = nullptr;
  int (*kernel_function)(Function*, Kernel) = nullptr;
};

}  // namespace cudacompat::driver_api
