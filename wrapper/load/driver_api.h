#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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
inline void* size_option(std::size_t size) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(size));
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

/// A function that every driver since CUDA 11.4 has, and where it goes.
struct Needed {
  const char* name;
  void* function;  // address of the pointer in Api
};

inline std::array<Needed, 14> needed_functions(Api& api) {
  return {
      {
       {"cuInit", &api.init},
       {"cuDriverGetVersion", &api.driver_version},
       {"cuGetErrorName", &api.error_name},
       {"cuGetErrorString", &api.error_string},
       {"cuDeviceGetCount", &api.device_count},
       {"cuDeviceGet", &api.device_get},
       {"cuDeviceGetName", &api.device_name},
       {"cuDeviceGetAttribute", &api.device_attribute},
       {"cuDeviceGetUuid_v2", &api.device_uuid},
       {"cuDeviceTotalMem_v2", &api.device_memory},
       {"cuDevicePrimaryCtxRetain", &api.context_retain},
       {"cuCtxSetCurrent", &api.context_set},
       {"cuModuleLoadDataEx", &api.module_load},
       {"cuModuleUnload", &api.module_unload},
       }
  };
}

}  // namespace cudacompat::driver_api
