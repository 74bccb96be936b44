// Constant and module-wide memory.
__constant__ float weights[256];
__device__ int counter = 7;
__device__ __managed__ int shared_with_host = 3;
__global__ void f(float* out) {
  out[threadIdx.x] = weights[threadIdx.x] + counter + shared_with_host;
  atomicAdd(&counter, 1);
}
