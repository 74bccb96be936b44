// A program with code for another GPU only: at which call does the error show,
// with CUDA_MODULE_LOADING=LAZY and with EAGER?
#include <cuda_runtime.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  cudaError_t error = cudaFree(nullptr);
  std::printf("start %d\n", static_cast<int>(error));
  cudaFuncAttributes about;
  error = cudaFuncGetAttributes(&about, nothing);
  std::printf("attributes %d\n", static_cast<int>(error));
  nothing<<<1, 1>>>();
  error = cudaGetLastError();
  std::printf("launch %d\n", static_cast<int>(error));
  return 0;
}
