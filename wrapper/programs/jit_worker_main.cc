// SPDX-License-Identifier: Apache-2.0

// cudacompat-jit MEMORY SECONDS LIBRARY RELEASE ARCH OUTPUT [-r] FILE...
//
// Compiles PTX files with one libnvJitLink and links them as a driver would.
// It is a program of its own because NVIDIA's compiler may crash or grow on a
// hostile input, and because it loads a shared library, which the static
// cudacompat cannot. Only cudacompat runs it. It links nothing of the project.
//
//   MEMORY   limit of its address space in bytes
//   SECONDS  limit of its processor time
//   LIBRARY  libnvJitLink.so.*
//   RELEASE  12_4: the suffix of the library's functions
//   ARCH     sm_90
//   OUTPUT   where the cubin goes; "-": nowhere
//   -r       the file is an object of a link to come; with OUTPUT "-" it is
//            compiled and not linked (before 13.0 there is no such link)

#include <dlfcn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ask/jit/worker_exit_codes.h"

namespace {

using namespace cudacompat::jit_worker;

// nvJitLink.h of CUDA 12.0 to 13.5: results are an enum with 0 for success,
// inputs a kind (2: PTX), handles opaque.
using Handle = void*;
constexpr int kPtx = 2;

struct Functions {
  int (*create)(Handle*, std::uint32_t, const char**) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*add)(Handle, int, const void*, std::size_t, const char*) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*log_size)(Handle, std::size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  int (*cubin_size)(Handle, std::size_t*) = nullptr;
  int (*cubin)(Handle, void*) = nullptr;
};

template <typename Function>
bool find(void* library, const char* name, const std::string& release,
          Function& out) {
  const std::string full = std::string("__") + name + "_" + release;
  void* const found = dlsym(library, full.c_str());
  std::memcpy(&out, &found, sizeof found);
  if (found == nullptr) std::printf("it has no %s\n", full.c_str());
  return found != nullptr;
}

bool find_all(void* library, const std::string& release, Functions& f) {
  return find(library, "nvJitLinkCreate", release, f.create) &&
         find(library, "nvJitLinkDestroy", release, f.destroy) &&
         find(library, "nvJitLinkAddData", release, f.add) &&
         find(library, "nvJitLinkComplete", release, f.complete) &&
         find(library, "nvJitLinkGetErrorLogSize", release, f.log_size) &&
         find(library, "nvJitLinkGetErrorLog", release, f.log) &&
         find(library, "nvJitLinkGetLinkedCubinSize", release, f.cubin_size) &&
         find(library, "nvJitLinkGetLinkedCubin", release, f.cubin);
}

void limit(int what, const char* text) {
  const rlim_t most = std::strtoull(text, nullptr, 10);
  const rlimit value{most, most};
  setrlimit(what, &value);
}

int refused(const Functions& f, Handle handle, int result) {
  std::string log;
  std::size_t size = 0;
  if (handle != nullptr && f.log_size(handle, &size) == 0 && size > 1) {
    log.resize(size);
    if (f.log(handle, log.data()) != 0) log.clear();
    log.resize(std::strlen(log.c_str()));
  }
  std::printf("%s\n",
              log.empty()
                  ? ("nvJitLink result " + std::to_string(result)).c_str()
                  : log.c_str());
  return kRefused;
}

int compile(const Functions& f, const std::string& arch,
            const std::string& output, bool object,
            const std::vector<std::string>& files) {
  const bool link = !object || output != "-";
  const std::string option = "-arch=" + arch;
  const char* options[] = {option.c_str(), "-r"};
  const std::uint32_t count = object && link ? 2 : 1;
  Handle handle = nullptr;
  if (const int result = f.create(&handle, count, options); result != 0) {
    return refused(f, handle, result);
  }
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) {
      std::printf("%s cannot be read\n", file.c_str());
      return kNotRead;
    }
    text.resize(std::strlen(text.c_str()) + 1);  // one NUL ends the text
    const std::string name = file.substr(file.find_last_of('/') + 1);
    const int result =
        f.add(handle, kPtx, text.data(), text.size(), name.c_str());
    if (result != 0) return refused(f, handle, result);
  }
  if (!link) return kAccepted;
  if (const int result = f.complete(handle); result != 0) {
    return refused(f, handle, result);
  }
  if (output != "-") {
    std::size_t size = 0;
    if (const int result = f.cubin_size(handle, &size); result != 0) {
      return refused(f, handle, result);
    }
    std::vector<char> cubin(size);
    if (const int result = f.cubin(handle, cubin.data()); result != 0) {
      return refused(f, handle, result);
    }
    std::ofstream out(output, std::ios::binary);
    out.write(cubin.data(), static_cast<std::streamsize>(size));
    if (!out.flush()) {
      std::printf("%s cannot be written\n", output.c_str());
      return kNotRead;
    }
  }
  f.destroy(&handle);
  return kAccepted;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 8) {
    std::fputs(
        "cudacompat-jit is run by cudacompat; see `cudacompat rehearse`\n",
        stderr);
    return kUsage;
  }
  prctl(PR_SET_PDEATHSIG,
        SIGKILL);  // not to outlive a cudacompat that is killed
  limit(RLIMIT_AS, argv[1]);
  limit(RLIMIT_CPU, argv[2]);
  limit(RLIMIT_CORE, "0");
  void* const library = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL);
  Functions functions;
  if (library == nullptr) {
    std::printf("%s\n", dlerror());
    return kUnusable;
  }
  if (!find_all(library, argv[4], functions)) return kUnusable;
  const bool object = std::strcmp(argv[7], "-r") == 0;
  const int end =
      compile(functions, argv[5], argv[6], object,
              std::vector<std::string>(argv + (object ? 8 : 7), argv + argc));
  std::fflush(stdout);
  // The library's own destructors have nothing to tell, and could crash.
  _exit(end);
}
