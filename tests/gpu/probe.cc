// SPDX-License-Identifier: Apache-2.0

// What the driver says, with nothing of ours between: files as they are.
//
//   probe load FILE       what cuModuleLoadDataEx and cuLibraryLoadData give,
//                         and the JIT compiler's words
//   probe number FILE     the number that the kernel of one_number.cu writes
//   probe kernels FILE    a line for each kernel of kernels.cu: its name, and
//                         "right", or what is wrong
//
// Each line begins with "probe:", for a driver may write too. libcuda.so.1, or
// $CUDACOMPAT_LIBCUDA, by dlopen. Exit 0 where there was an answer; 1 where
// there is no device, or the library launches nothing.
#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

using Handle = void*;
constexpr int kSuccess = 0, kSize = 4096, kBlock = 256;

void* library() {
  static void* const found = [] {
    const char* named = std::getenv("CUDACOMPAT_LIBCUDA");
    return dlopen(named != nullptr ? named : "libcuda.so.1", RTLD_NOW);
  }();
  return found;
}

/// Calls a function of the driver; 500 (not found) where it has none.
template <typename... Args>
int call(const char* name, Args... args) {
  void* const found = library() == nullptr ? nullptr : dlsym(library(), name);
  if (found == nullptr) return 500;
  return reinterpret_cast<int (*)(Args...)>(found)(args...);
}

std::string name_of(int code) {
  const char* name = nullptr;
  if (call("cuGetErrorName", code, &name) == kSuccess && name != nullptr) {
    return name;
  }
  return std::to_string(code);
}

bool start() {
  int device = 0;
  Handle context = nullptr;
  return call("cuInit", 0u) == kSuccess &&
         call("cuDeviceGet", &device, 0) == kSuccess &&
         call("cuDevicePrimaryCtxRetain", &context, device) == kSuccess &&
         call("cuCtxSetCurrent", context) == kSuccess;
}

/// The file, and a zero behind it: PTX ends with one.
std::vector<char> bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  bytes.push_back('\0');
  return bytes;
}

int load_module(const char* path, Handle& module, std::string& said) {
  const std::vector<char> bytes = bytes_of(path);
  std::array<char, 4096> log{};
  // CU_JIT_ERROR_LOG_BUFFER and its size
  std::array<int, 2> options = {5, 6};
  std::array<void*, 2> values = {
      log.data(), reinterpret_cast<void*>(std::uintptr_t{log.size() - 1})};
  const int code = call("cuModuleLoadDataEx", &module,
                        static_cast<const void*>(bytes.data()), 2u,
                        options.data(), values.data());
  said = log.data();
  for (char& c : said) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return code;
}

int load_library(const char* path) {
  const std::vector<char> bytes = bytes_of(path);
  Handle loaded = nullptr;
  const int code =
      call("cuLibraryLoadData", &loaded, static_cast<const void*>(bytes.data()),
           Handle{}, Handle{}, 0u, Handle{}, Handle{}, 0u);
  if (code == kSuccess) call("cuLibraryUnload", loaded);
  return code;
}

using Numbers = std::vector<int>;

/// 0, or the error of the first call that fails.
int launch(Handle module, const char* kernel, const Numbers& in, Numbers& out) {
  Handle function = nullptr;
  std::uint64_t gpu_in = 0, gpu_out = 0;
  int n = kSize;
  const std::size_t bytes = in.size() * sizeof(int);
  std::array<void*, 3> arguments = {&gpu_in, &gpu_out, &n};
  int code = call("cuModuleGetFunction", &function, module, kernel);
  const auto then = [&code](const char* name, auto... args) {
    if (code == kSuccess) code = call(name, args...);
  };
  then("cuMemAlloc_v2", &gpu_in, bytes);
  then("cuMemAlloc_v2", &gpu_out, bytes);
  then("cuMemcpyHtoD_v2", gpu_in, static_cast<const void*>(in.data()), bytes);
  then("cuMemsetD32_v2", gpu_out, 0u, out.size());
  then("cuLaunchKernel", function, unsigned{kSize / kBlock}, 1u, 1u,
       unsigned{kBlock}, 1u, 1u, 0u, Handle{}, arguments.data(), Handle{});
  then("cuCtxSynchronize");
  then("cuMemcpyDtoH_v2", static_cast<void*>(out.data()), gpu_out, bytes);
  if (gpu_in != 0) call("cuMemFree_v2", gpu_in);
  if (gpu_out != 0) call("cuMemFree_v2", gpu_out);
  return code;
}

unsigned reversed(unsigned x) {
  unsigned out = 0;
  for (int i = 0; i < 32; ++i) out |= ((x >> i) & 1u) << (31 - i);
  return out;
}

/// Bytes 0, 4, 1, 5 of the eight of x and y.
unsigned permuted(unsigned x, unsigned y) {
  return (x & 0xffu) | (y & 0xffu) << 8 | (x & 0xff00u) << 8 |
         (y & 0xff00u) << 16;
}

int bits(unsigned x) {
  x *= 2654435761u;
  const int leading = x == 0 ? 32 : __builtin_clz(x);
  return __builtin_popcount(x) + 100 * leading +
         static_cast<int>(reversed(x) & 0xff00u) +
         static_cast<int>(permuted(x, ~x) & 0xffffu);
}

int steps_to_one(unsigned long long x) {
  int steps = 0;
  for (; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

__extension__ using Wide = __int128;

/// What each kernel has to make of `in`, element by element.
std::map<std::string, std::function<int(const Numbers& in, int i)>> host() {
  const auto at = [](const Numbers& in, int i) {
    return in[static_cast<std::size_t>(i)];
  };
  return {
      {"axpy", [=](const Numbers& in, int i) { return at(in, i) * 3 + i; }},
      {"warp_sum",
       [=](const Numbers& in, int i) {
         int sum = 0;
         for (int k = 0; k < 32; ++k) sum += at(in, i / 32 * 32 + k);
         return sum;
       }},
      {"block_reverse",
       [=](const Numbers& in, int i) {
         return at(in, i / kBlock * kBlock + kBlock - 1 - i % kBlock);
       }},
      {"histogram",
       [](const Numbers& in, int i) {
         int count = 0;
         for (const int x : in) count += (x & 63) == i;
         return count;
       }},
      {"bits", [=](const Numbers& in,
                   int i) { return bits(static_cast<unsigned>(at(in, i))); }},
      {"steps_to_one",
       [=](const Numbers& in, int i) {
         return steps_to_one(static_cast<unsigned>(at(in, i)) + 1u);
       }},
      {"high_product",
       [=](const Numbers& in, int i) {
         const Wide x = at(in, i) * 1234567890123LL;
         return static_cast<int>(static_cast<long long>(x * x >> 64));
       }},
      {"product",
       [=](const Numbers& in, int i) {
         int sum = 0;
         for (int k = 0; k < 64; ++k) {
           sum += at(in, (i / 64 * 64 + k) % kSize) % 32 *
                  (at(in, (k * 64 + i % 64) % kSize) % 32);
         }
         return sum;
       }},
      {"half_sum",
       [=](const Numbers& in, int i) { return at(in, i) % 1024 + 1; }},
  };
}

std::string checked(Handle module, const std::string& kernel,
                    const std::function<int(const Numbers&, int)>& wanted) {
  Numbers in(kSize), out(kSize);
  for (int i = 0; i < kSize; ++i) {
    in[static_cast<std::size_t>(i)] = (i * 7919 + 13) % 100003;
  }
  const int code = launch(module, kernel.c_str(), in, out);
  if (code != kSuccess) return name_of(code);
  for (int i = 0; i < kSize; ++i) {
    const int got = out[static_cast<std::size_t>(i)];
    if (got == wanted(in, i)) continue;
    return "[" + std::to_string(i) + "] is " + std::to_string(got) + ", not " +
           std::to_string(wanted(in, i));
  }
  return "right";
}

int load_both_ways(const char* path) {
  Handle module = nullptr;
  std::string said;
  const int code = load_module(path, module, said);
  std::printf("probe:\t%s\t%s\t%s\n", name_of(code).c_str(),
              name_of(load_library(path)).c_str(), said.c_str());
  return 0;
}

int run_kernels(const char* path) {
  Handle module = nullptr;
  std::string said;
  const int code = load_module(path, module, said);
  for (const auto& [kernel, wanted] : host()) {
    const std::string end =
        code == kSuccess ? checked(module, kernel, wanted) : name_of(code);
    std::printf("probe:\t%s\t%s\n", kernel.c_str(), end.c_str());
  }
  return 0;
}

int print_number(const char* path) {
  Handle module = nullptr;
  std::string said;
  Numbers in(kSize), out(kSize);
  int code = load_module(path, module, said);
  if (code == kSuccess) code = launch(module, "number", in, out);
  std::printf("probe:\t%s\n", code == kSuccess ? std::to_string(out[0]).c_str()
                                               : name_of(code).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[1] : "";
  if (!start()) {
    std::fputs("probe: no device\n", stderr);
    return 1;
  }
  if (what == "load") return load_both_ways(argv[2]);
  if (dlsym(library(), "cuLaunchKernel") == nullptr) {
    std::fputs("probe: this libcuda launches nothing\n", stderr);
    return 1;
  }
  if (what == "kernels") return run_kernels(argv[2]);
  if (what == "number") return print_number(argv[2]);
  std::fputs("usage: probe load FILE | number FILE | kernels FILE\n", stderr);
  return 2;
}
