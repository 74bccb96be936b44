// A matrix product on each GPU, held against the host's. Built with a project's
// own flags (cudacompat_add_canary) it says whether code of these flags runs.
//
// Exit: 0 all right; 1 not, with device and error; 77 no GPU, with the reason
// (1 instead where CUDACOMPAT_REQUIRE_GPU is set, and not to 0).
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

const int kTile = 16;
const int kSize = 96;  // a multiple of kTile

__global__ void multiply(const float* a, const float* b, float* product) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);
  const int row = static_cast<int>(blockIdx.y) * kTile + y;
  const int column = static_cast<int>(blockIdx.x) * kTile + x;
  float sum = 0;
  for (int at = 0; at < kSize; at += kTile) {
    tile_a[y][x] = a[row * kSize + at + x];
    tile_b[y][x] = b[(at + y) * kSize + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  product[row * kSize + column] = sum;
}

// Whole numbers, and sums below 2^24: a float holds them exactly, whatever the
// order and whatever is fused.
float element_of_a(int i) { return static_cast<float>(i * 7 % 23 - 11); }
float element_of_b(int i) { return static_cast<float>(i * 5 % 19 - 9); }

bool good(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return true;
  std::printf("canary: %s: error %d, %s (%s)\n", what, static_cast<int>(error),
              cudaGetErrorName(error), cudaGetErrorString(error));
  return false;
}

int no_gpu(const char* why) {
  const char* required = std::getenv("CUDACOMPAT_REQUIRE_GPU");
  std::printf("canary: no GPU: %s\n", why);
  const bool skip = required == nullptr || *required == '\0' ||
                    std::strcmp(required, "0") == 0;
  return skip ? 77 : 1;
}

bool right(const std::vector<float>& a, const std::vector<float>& b,
           const std::vector<float>& product) {
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      int sum = 0;
      for (int k = 0; k < kSize; ++k) {
        sum += static_cast<int>(a[row * kSize + k]) *
               static_cast<int>(b[k * kSize + column]);
      }
      const float got = product[row * kSize + column];
      if (got == static_cast<float>(sum)) continue;
      std::printf("canary: wrong product: [%d][%d] is %g, not %d\n", row,
                  column, static_cast<double>(got), sum);
      return false;
    }
  }
  return true;
}

bool runs_on(int device) {
  cudaDeviceProp about;
  if (!good(cudaSetDevice(device), "cudaSetDevice") ||
      !good(cudaGetDeviceProperties(&about, device), "properties")) {
    return false;
  }
  std::printf("canary: device %d, %s (%d.%d)\n", device, about.name,
              about.major, about.minor);
  std::vector<float> a(kSize * kSize), b(kSize * kSize), product(a.size());
  for (int i = 0; i < kSize * kSize; ++i) {
    a[i] = element_of_a(i);
    b[i] = element_of_b(i);
  }
  const std::size_t bytes = a.size() * sizeof(float);
  float* on_gpu = nullptr;
  if (!good(cudaMalloc(&on_gpu, 3 * bytes), "cudaMalloc")) return false;
  float* gpu_b = on_gpu + a.size();
  float* gpu_product = gpu_b + b.size();
  const bool copied =
      good(cudaMemcpy(on_gpu, a.data(), bytes, cudaMemcpyHostToDevice),
           "copy to the GPU") &&
      good(cudaMemcpy(gpu_b, b.data(), bytes, cudaMemcpyHostToDevice),
           "copy to the GPU");
  bool done = false;
  if (copied) {
    const dim3 blocks(kSize / kTile, kSize / kTile);
    multiply<<<blocks, dim3(kTile, kTile)>>>(on_gpu, gpu_b, gpu_product);
    done = good(cudaGetLastError(), "launch") &&
           good(cudaDeviceSynchronize(), "kernel") &&
           good(cudaMemcpy(product.data(), gpu_product, bytes,
                           cudaMemcpyDeviceToHost),
                "copy from the GPU");
  }
  cudaFree(on_gpu);
  return done && right(a, b, product);
}

}  // namespace

int main() {
  // Without any driver the runtime says 35, as with one that is too old.
  int driver = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) {
    return no_gpu("no NVIDIA driver (libcuda.so.1) is installed");
  }
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  if (error == cudaErrorNoDevice) return no_gpu("the driver sees none");
  if (!good(error, "cudaGetDeviceCount")) return 1;
  int runtime = 0;
  cudaRuntimeGetVersion(&runtime);
  std::printf("canary: driver for CUDA %d.%d, runtime %d.%d\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
  bool all = true;
  for (int device = 0; device < devices; ++device) {
    all = runs_on(device) && all;
  }
  if (all) std::printf("canary: the product is right on all devices\n");
  return all ? 0 : 1;
}
