// SPDX-License-Identifier: Apache-2.0

// cudacompat-load devices
// cudacompat-load load DEVICE MODE SECONDS FILE...
//
// Asks the driver library: which devices there are, and whether files (each one
// fatbin, cubin or PTX text) load on one of them. It is a program of its own
// because the driver may crash on a hostile image, because a way of loading is
// chosen once a process, and because it loads a shared library, which the
// static cudacompat cannot. Only cudacompat runs it. It links nothing of the
// project. What it writes is load/protocol.h's to read.
//
//   DEVICE   ordinal
//   MODE     as-is, force-ptx-jit, disable-ptx-jit
//   SECONDS  what one file may take; then SIGALRM ends the process
//
// CUDACOMPAT_LIBCUDA names another library than libcuda.so.1. Which kernel
// driver is behind that one is not asked.

#include <dlfcn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ask/driver/driver_api.h"

namespace {

using namespace cudacompat::driver_api;

/// Where the answer goes. Standard output itself is given to standard error:
/// what a driver prints must not be taken for an answer.
std::FILE* answer = nullptr;

/// Text as one field: control bytes and '%' as %XX.
std::string field(const char* text) {
  std::string out;
  for (; text != nullptr && *text != '\0'; ++text) {
    const auto byte = static_cast<unsigned char>(*text);
    if (byte >= ' ' && byte != '%' && byte != 0x7f) {
      out += *text;
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", byte);
      out += code;
    }
  }
  return out;
}

template <typename Function>
bool find(void* library, const char* name, Function& out) {
  void* const found = dlsym(library, name);
  std::memcpy(&out, &found, sizeof found);
  return found != nullptr;
}

const char* name_of(const Api& api, int code) {
  const char* name = nullptr;
  if (api.error_name(code, &name) != 0 || name == nullptr) return "";
  return name;
}

void say_error(const char* what, int code, const char* name, const char* text) {
  std::fprintf(answer, "error\t%s\t%d\t%s\t%s\n", what, code,
               field(name).c_str(), field(text).c_str());
}

bool good(const Api& api, const char* what, int code) {
  if (code == 0) return true;
  const char* text = nullptr;
  api.error_string(code, &text);
  say_error(what, code, name_of(api, code), text);
  return false;
}

/// Empty: the system's own.
std::string named_library() {
  const char* const named = std::getenv("CUDACOMPAT_LIBCUDA");
  return named == nullptr ? "" : named;
}

template <typename Function>
bool need(void* library, const char* name, Function& out) {
  if (find(library, name, out)) return true;
  say_error("dlsym", -1, "", (std::string("no ") + name).c_str());
  return false;
}

/// False: the reason has been written.
bool open_driver(Api& api) {
  const std::string named = named_library();
  void* const library = dlopen(named.empty() ? "libcuda.so.1" : named.c_str(),
                               RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    say_error("dlopen", -1, "", dlerror());
    return false;
  }
  find(library, "cuModuleGetFunctionCount", api.module_count);
  find(library, "cuModuleEnumerateFunctions", api.module_functions);
  find(library, "cuLibraryLoadData", api.library_load);
  find(library, "cuLibraryUnload", api.library_unload);
  find(library, "cuLibraryGetModule", api.library_module);
  find(library, "cuLibraryGetKernelCount", api.kernel_count);
  find(library, "cuLibraryEnumerateKernels", api.kernels);
  find(library, "cuKernelGetFunction", api.kernel_function);
  // Every driver since CUDA 11.4 has these.
  return need(library, "cuInit", api.init) &&
         need(library, "cuDriverGetVersion", api.driver_version) &&
         need(library, "cuGetErrorName", api.error_name) &&
         need(library, "cuGetErrorString", api.error_string) &&
         need(library, "cuDeviceGetCount", api.device_count) &&
         need(library, "cuDeviceGet", api.device_get) &&
         need(library, "cuDeviceGetName", api.device_name) &&
         need(library, "cuDeviceGetAttribute", api.device_attribute) &&
         need(library, "cuDeviceGetUuid_v2", api.device_uuid) &&
         need(library, "cuDeviceTotalMem_v2", api.device_memory) &&
         need(library, "cuDevicePrimaryCtxRetain", api.context_retain) &&
         need(library, "cuCtxSetCurrent", api.context_set) &&
         need(library, "cuModuleLoadDataEx", api.module_load) &&
         need(library, "cuModuleUnload", api.module_unload);
}

/// The first 1.2 or 1.2.3 of a text, such as the line of
/// /proc/driver/nvidia/version.
std::string version_in(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = text.find_first_not_of("0123456789.", i);
    std::string word = text.substr(i, end - i);
    if (word.find('.') != std::string::npos && word.front() != '.' &&
        word.back() != '.')
      return word;
    if (!word.empty()) i = end == std::string::npos ? text.size() : end;
  }
  return "";
}

std::string kernel_driver() {
  std::ifstream in("/proc/driver/nvidia/version");
  std::string line;
  if (std::getline(in, line)) return version_in(line);
  // WSL and some containers do not show that file.
  void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return "";
  int (*init)() = nullptr;
  int (*version)(char*, unsigned) = nullptr;
  std::array<char, 80> text{};
  if (!find(library, "nvmlInit_v2", init) ||
      !find(library, "nvmlSystemGetDriverVersion", version) || init() != 0 ||
      version(text.data(), text.size() - 1) != 0)
    return "";
  return version_in(text.data());
}

void tell_library(const Api& api) {
  Dl_info info{};
  char path[PATH_MAX];
  void* function = nullptr;
  std::memcpy(&function, &api.init, sizeof function);
  if (dladdr(function, &info) != 0 && info.dli_fname != nullptr &&
      realpath(info.dli_fname, path) != nullptr)
    std::fprintf(answer, "libcuda\t%s\n", field(path).c_str());
}

/// "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", as nvidia-smi writes it.
std::string uuid_text(const std::array<unsigned char, 16>& uuid) {
  std::string out = "GPU";
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) out += '-';
    char byte[3];
    std::snprintf(byte, sizeof byte, "%02x", uuid[i]);
    out += byte;
  }
  return out;
}

bool tell_device(const Api& api, int ordinal) {
  int device = 0, major = 0, minor = 0;
  std::array<char, 256> name{};
  std::array<unsigned char, 16> uuid{};
  std::size_t memory = 0;
  if (!good(api, "cuDeviceGet", api.device_get(&device, ordinal)) ||
      !good(api, "cuDeviceGetName",
            api.device_name(name.data(), static_cast<int>(name.size()) - 1,
                            device)) ||
      !good(api, "cuDeviceGetAttribute",
            api.device_attribute(&major, kComputeCapabilityMajor, device)) ||
      !good(api, "cuDeviceGetAttribute",
            api.device_attribute(&minor, kComputeCapabilityMinor, device)) ||
      !good(api, "cuDeviceGetUuid", api.device_uuid(uuid.data(), device)) ||
      !good(api, "cuDeviceTotalMem", api.device_memory(&memory, device)))
    return false;
  std::fprintf(answer, "device\t%d\t%d\t%d\t%zu\t%s\t%s\n", ordinal, major,
               minor, memory, uuid_text(uuid).c_str(),
               field(name.data()).c_str());
  return true;
}

void tell_devices() {
  const std::string kernel = named_library().empty() ? kernel_driver() : "";
  if (!kernel.empty())
    std::fprintf(answer, "kernel\t%s\n", field(kernel.c_str()).c_str());
  Api api;
  if (!open_driver(api)) return;
  tell_library(api);
  int version = 0;
  if (api.driver_version(&version) == 0)
    std::fprintf(answer, "cuda\t%d\n", version);
  int count = 0;
  if (!good(api, "cuInit", api.init(0)) ||
      !good(api, "cuDeviceGetCount", api.device_count(&count)))
    return;
  for (int i = 0; i < count; ++i)
    if (!tell_device(api, i)) return;
}

/// How many kernels were fetched; -1: they cannot be listed.
struct Fetched {
  int code = 0;
  int kernels = -1;
};

Fetched fetch_of_module(const Api& api, Module module) {
  if (api.module_count == nullptr || api.module_functions == nullptr) return {};
  unsigned count = 0;
  if (const int code = api.module_count(&count, module); code != 0)
    return {code, -1};
  std::vector<Function> functions(count);
  if (count != 0)
    if (const int code = api.module_functions(functions.data(), count, module);
        code != 0)
      return {code, -1};
  return {0, static_cast<int>(count)};
}

Fetched fetch_of_library(const Api& api, Library library) {
  // Without it an image that does not fit is found at the first kernel only.
  Module module = nullptr;
  if (const int code = api.library_module(&module, library); code != 0)
    return {code, -1};
  if (api.kernel_count == nullptr || api.kernels == nullptr) return {};
  unsigned count = 0;
  if (const int code = api.kernel_count(&count, library); code != 0)
    return {code, -1};
  std::vector<Kernel> kernels(count);
  if (count != 0)
    if (const int code = api.kernels(kernels.data(), count, library); code != 0)
      return {code, -1};
  for (Kernel kernel : kernels) {
    Function function = nullptr;
    if (const int code = api.kernel_function(&function, kernel); code != 0)
      return {code, -1};
  }
  return {0, static_cast<int>(count)};
}

void tell(const Api& api, const char* what, const Fetched& fetched) {
  std::fprintf(answer, "%s\t%d\t%s\t%d\n", what, fetched.code,
               field(name_of(api, fetched.code)).c_str(), fetched.kernels);
}

void load_as_module(const Api& api, const std::string& image) {
  std::vector<char> errors(8192), infos(4096);
  std::array<int, 4> options{kJitInfoLog, kJitInfoLogSize, kJitErrorLog,
                             kJitErrorLogSize};
  std::array<void*, 4> values{infos.data(), size_option(infos.size() - 1),
                              errors.data(), size_option(errors.size() - 1)};
  Module module = nullptr;
  Fetched fetched{api.module_load(&module, image.data(),
                                  static_cast<unsigned>(options.size()),
                                  options.data(), values.data()),
                  -1};
  if (fetched.code == 0) {
    fetched = fetch_of_module(api, module);
    api.module_unload(module);
  }
  const std::string said = std::string(errors.data()) + infos.data();
  if (!said.empty())
    std::fprintf(answer, "said\t%s\n", field(said.c_str()).c_str());
  tell(api, "module", fetched);
}

void load_as_library(const Api& api, const std::string& image) {
  if (api.library_load == nullptr || api.library_unload == nullptr ||
      api.library_module == nullptr || api.kernel_function == nullptr)
    return;
  Library library = nullptr;
  Fetched fetched{api.library_load(&library, image.data(), nullptr, nullptr, 0,
                                   nullptr, nullptr, 0),
                  -1};
  if (fetched.code == 0) {
    fetched = fetch_of_library(api, library);
    api.library_unload(library);
  }
  tell(api, "library", fetched);
}

void set_mode(const std::string& mode) {
  for (const char* name : {"CUDA_FORCE_PTX_JIT", "CUDA_DISABLE_PTX_JIT",
                           "CUDA_FORCE_JIT", "CUDA_DISABLE_JIT"})
    unsetenv(name);
  if (mode == "force-ptx-jit") setenv("CUDA_FORCE_PTX_JIT", "1", 1);
  if (mode == "disable-ptx-jit") setenv("CUDA_DISABLE_PTX_JIT", "1", 1);
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  setenv("CUDA_CACHE_DISABLE", "1", 1);  // the compiler itself is asked
}

void load_files(int ordinal, unsigned seconds, char** files) {
  Api api;
  alarm(seconds);
  if (!open_driver(api)) return;
  int device = 0;
  Context context = nullptr;
  if (!good(api, "cuInit", api.init(0)) ||
      !good(api, "cuDeviceGet", api.device_get(&device, ordinal)) ||
      !good(api, "cuDevicePrimaryCtxRetain",
            api.context_retain(&context, device)) ||
      !good(api, "cuCtxSetCurrent", api.context_set(context)))
    return;
  for (; *files != nullptr; ++files) {
    alarm(seconds);
    std::ifstream in(*files, std::ios::binary);
    std::string image{std::istreambuf_iterator<char>(in), {}};
    if (!in || image.empty()) {
      say_error("read", -1, "", *files);
      return;
    }
    // Said before the driver sees the image: what follows may be the end.
    std::fprintf(answer, "begin\n");
    std::fflush(answer);
    load_as_module(api, image);  // a std::string ends with the NUL PTX needs
    load_as_library(api, image);
    std::fprintf(answer, "end\n");
    std::fflush(answer);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool devices = argc == 2 && std::strcmp(argv[1], "devices") == 0;
  const bool load = argc > 5 && std::strcmp(argv[1], "load") == 0;
  if (!devices && !load) {
    std::fputs(
        "cudacompat-load is run by cudacompat; see `cudacompat "
        "load-test`\n",
        stderr);
    return 2;
  }
  // Not to outlive a cudacompat that is killed.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  answer = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  if (answer == nullptr) return 1;
  if (devices) {
    alarm(60);
    set_mode("as-is");
    tell_devices();
  } else {
    set_mode(argv[3]);
    load_files(static_cast<int>(std::strtol(argv[2], nullptr, 10)),
               static_cast<unsigned>(std::strtoul(argv[4], nullptr, 10)),
               argv + 5);
  }
  std::fprintf(answer, "done\n");
  std::fflush(answer);
  // The driver's own destructors have nothing to tell, and could crash.
  _exit(0);
}
