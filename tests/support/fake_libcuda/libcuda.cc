// SPDX-License-Identifier: Apache-2.0

// A fake for libcuda, for tests: the entry points that a load test calls,
// without a GPU. It is no driver, and says so in the names of its devices,
// which every report shows. The environment tells it what to be:
//
//   FAKE_LIBCUDA_CUDA       13000: what cuDriverGetVersion says
//   FAKE_LIBCUDA_DEVICES    "9.0,8.9,8.0mig"; default "9.0"
//   FAKE_LIBCUDA_INIT       a CUresult for cuInit: 34 (a stub), 100 (no device)
//   ... FAKE_LIBCUDA_NVJITLINK  libnvJitLink of that release, which compiles
//   PTX;
//                       without it a load that needs it gives 221
//   FAKE_LIBCUDA_WRONG      a CUresult for every load, whatever is right
//   FAKE_LIBCUDA_CRASH      abort, hang or exit in each load of PTX
//
// Compiled with FAKE_LIBCUDA_OLD it lacks what came after CUDA 11.8: the
// cuLibrary functions and the lists of kernels.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "support/fake_libcuda/image.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kInvalidValue = 1, kNotInitialized = 3;

std::string setting(const char* name, const char* otherwise = "") {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

struct FakeDriverDevice {
  int cc = 0;
  bool mig = false;
};

std::vector<FakeDriverDevice> devices() {
  std::vector<FakeDriverDevice> out;
  std::string all = setting("FAKE_LIBCUDA_DEVICES", "9.0");
  while (!all.empty()) {
    const std::string one = all.substr(0, all.find(','));
    all.erase(0, one.size() + 1);
    const std::size_t dot = one.find('.');
    const int minor = std::atoi(one.c_str() + dot + 1);
    out.push_back({std::atoi(one.c_str()) * 10 + minor,
                   one.find("mig") != std::string::npos});
  }
  return out;
}

bool initialized = false;
int current = 0;  // the device whose context is current

struct LoadedModule {
  unsigned kernels = 0;
};

int load(const void* image, LoadedModule** out, std::string& said) {
  // A driver may write what it likes to standard output.
  std::puts("fake driver: module\t0\tCUDA_SUCCESS\t99");
  if (const std::string wrong = setting("FAKE_LIBCUDA_WRONG"); !wrong.empty()) {
    const int code = std::atoi(wrong.c_str());
    if (code == 0) *out = new LoadedModule;
    return code;
  }
  FakeDriver fake_libcuda;
  fake_libcuda.cuda = std::atoi(setting("FAKE_LIBCUDA_CUDA", "13000").c_str());
  fake_libcuda.cc = devices()[static_cast<std::size_t>(current)].cc;
  fake_libcuda.jit = setting("FAKE_LIBCUDA_NVJITLINK");
  fake_libcuda.force_jit = setting("CUDA_FORCE_PTX_JIT") == "1";
  fake_libcuda.disable_jit = setting("CUDA_DISABLE_PTX_JIT") == "1";
  const std::string crash = setting("FAKE_LIBCUDA_CRASH");
  if (std::strncmp(static_cast<const char*>(image), ".version", 8) == 0) {
    if (crash == "abort") std::abort();
    if (crash == "exit") std::exit(0);
    if (crash == "hang") pause();
  }
  const LoadedImage loaded = load_image(image, fake_libcuda);
  said = loaded.said;
  if (loaded.code == 0) *out = new LoadedModule{loaded.kernels};
  return loaded.code;
}

struct ErrorRow {
  int code;
  const char* name;
  const char* text;
};
constexpr ErrorRow kErrors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
     "PTX JIT compiler library not found"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
     "system has unsupported display driver / cuda driver combination"},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
     "forward compatibility was attempted on non supported HW"},
};

const ErrorRow* find_error(int code) {
  for (const ErrorRow& row : kErrors)
    if (row.code == code) return &row;
  return nullptr;
}

/// CU_JIT_INFO_LOG_BUFFER 3, _ERROR_LOG_BUFFER 5, each followed by its size.
void write_log(const std::string& said, unsigned count, const int* options,
               void** values) {
  for (unsigned i = 0; i + 1 < count; ++i)
    if (options[i] == 5)
      std::snprintf(static_cast<char*>(values[i]),
                    reinterpret_cast<std::size_t>(values[i + 1]), "%s",
                    said.c_str());
}

}  // namespace

EXPORT int cuInit(unsigned) {
  const int code = std::atoi(setting("FAKE_LIBCUDA_INIT", "0").c_str());
  initialized = code == 0;
  return code;
}
EXPORT int cuDriverGetVersion(int* out) {
  *out = std::atoi(setting("FAKE_LIBCUDA_CUDA", "13000").c_str());
  return 0;
}
EXPORT int cuGetErrorName(int code, const char** out) {
  const ErrorRow* const row = find_error(code);
  *out = row == nullptr ? nullptr : row->name;
  return row == nullptr ? kInvalidValue : 0;
}
EXPORT int cuGetErrorString(int code, const char** out) {
  const ErrorRow* const row = find_error(code);
  *out = row == nullptr ? nullptr : row->text;
  return row == nullptr ? kInvalidValue : 0;
}
EXPORT int cuDeviceGetCount(int* out) {
  if (!initialized) return kNotInitialized;
  *out = static_cast<int>(devices().size());
  return 0;
}
EXPORT int cuDeviceGet(int* out, int ordinal) {
  if (!initialized) return kNotInitialized;
  *out = ordinal;
  return ordinal < static_cast<int>(devices().size()) ? 0 : kInvalidValue;
}
EXPORT int cuDeviceGetName(char* out, int size, int device) {
  const bool mig = devices()[static_cast<std::size_t>(device)].mig;
  std::snprintf(out, static_cast<std::size_t>(size), "fake, no GPU%s",
                mig ? " MIG 1g.10gb" : "");
  return 0;
}
EXPORT int cuDeviceGetAttribute(int* out, int attribute, int device) {
  const int cc = devices()[static_cast<std::size_t>(device)].cc;
  if (attribute != 75 && attribute != 76) return kInvalidValue;
  *out = attribute == 75 ? cc / 10 : cc % 10;
  return 0;
}
EXPORT int cuDeviceGetUuid_v2(unsigned char* out, int device) {
  std::memset(out, device, 16);
  return 0;
}
EXPORT int cuDeviceTotalMem_v2(std::size_t* out, int) {
  *out = std::size_t{1} << 30;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRetain(void** out, int device) {
  current = device;
  *out = &current;
  return 0;
}
EXPORT int cuCtxSetCurrent(void*) { return 0; }

EXPORT int cuModuleLoadDataEx(void** out, const void* image, unsigned count,
                              int* options, void** values) {
  std::string said;
  LoadedModule* module = nullptr;
  const int code = load(image, &module, said);
  write_log(said, count, options, values);
  *out = module;
  return code;
}
EXPORT int cuModuleUnload(void* module) {
  delete static_cast<LoadedModule*>(module);
  return 0;
}
#ifndef FAKE_LIBCUDA_OLD
constexpr int kNotFound = 500;
EXPORT int cuModuleGetFunctionCount(unsigned* out, void* module) {
  *out = static_cast<LoadedModule*>(module)->kernels;
  return 0;
}
EXPORT int cuModuleEnumerateFunctions(void** out, unsigned count, void*) {
  for (unsigned i = 0; i < count; ++i) out[i] = &out[i];
  return 0;
}
EXPORT int cuLibraryLoadData(void** out, const void* image, int*, void**,
                             unsigned, int*, void**, unsigned) {
  std::string said;
  LoadedModule* module = nullptr;
  const int code = load(image, &module, said);
  *out = module;
  return code;
}
EXPORT int cuLibraryUnload(void* library) { return cuModuleUnload(library); }
EXPORT int cuLibraryGetModule(void** out, void* library) {
  *out = library;
  return 0;
}
EXPORT int cuLibraryGetKernelCount(unsigned* out, void* library) {
  return cuModuleGetFunctionCount(out, library);
}
EXPORT int cuLibraryEnumerateKernels(void** out, unsigned count,
                                     void* library) {
  return cuModuleEnumerateFunctions(out, count, library);
}
EXPORT int cuKernelGetFunction(void** out, void* kernel) {
  *out = kernel;
  return kernel == nullptr ? kNotFound : 0;
}
#endif
