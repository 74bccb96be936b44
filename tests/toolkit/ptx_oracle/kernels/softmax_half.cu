// A program's kernel: softmax of rows of halves, by online sums.
#include <cuda_fp16.h>
__global__ void softmax(const __half2* in, __half2* out, int columns) {
  __shared__ float tops[32], sums[32];
  const __half2* row = in + blockIdx.x * columns;
  float top = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float2 x = __half22float2(row[i]);
    float next = fmaxf(top, fmaxf(x.x, x.y));
    sum = sum * __expf(top - next) + __expf(x.x - next) + __expf(x.y - next);
    top = next;
  }
  for (int by = 16; by > 0; by /= 2) {
    float other = __shfl_xor_sync(~0u, top, by), next = fmaxf(top, other);
    sum = sum * __expf(top - next) +
          __shfl_xor_sync(~0u, sum, by) * __expf(other - next);
    top = next;
  }
  tops[threadIdx.x / 32] = top;
  sums[threadIdx.x / 32] = sum;
  __syncthreads();
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float2 x = __half22float2(row[i]);
    out[blockIdx.x * columns + i] = __floats2half2_rn(
        __expf(x.x - tops[0]) / sums[0], __expf(x.y - tops[0]) / sums[0]);
  }
}
