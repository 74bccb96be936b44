// Kernels with whole-number results, all of one form; probe.cc has the same
// sums for the host. Launched with blocks of 256 threads, n a multiple of it.
#include <cuda_fp16.h>

#define KERNEL extern "C" __global__ void

__device__ int index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

KERNEL axpy(const int* in, int* out, int) {
  const int i = index();
  out[i] = in[i] * 3 + i;
}

KERNEL warp_sum(const int* in, int* out, int) {
  int sum = in[index()];
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
  }
  out[index()] = sum;
}

KERNEL block_reverse(const int* in, int* out, int) {
  __shared__ int tile[256];
  tile[threadIdx.x] = in[index()];
  __syncthreads();
  out[index()] = tile[255 - threadIdx.x];
}

KERNEL histogram(const int* in, int* out, int) {
  atomicAdd(&out[in[index()] & 63], 1);
}

KERNEL bits(const int* in, int* out, int) {
  const unsigned x = static_cast<unsigned>(in[index()]) * 2654435761u;
  out[index()] = __popc(x) + 100 * __clz(static_cast<int>(x)) +
                 static_cast<int>(__brev(x) & 0xff00u) +
                 static_cast<int>(__byte_perm(x, ~x, 0x5140) & 0xffffu);
}

KERNEL steps_to_one(const int* in, int* out, int) {
  unsigned long long x = static_cast<unsigned>(in[index()]) + 1u;
  int steps = 0;
  for (; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  out[index()] = steps;
}

KERNEL high_product(const int* in, int* out, int) {
  const long long x = in[index()] * 1234567890123LL;
  out[index()] = static_cast<int>(__mul64hi(x, x));
}

// A row of 64 by 64 matrices; sums of products stay whole in a float.
KERNEL product(const int* in, int* out, int n) {
  const int row = index() / 64, column = index() % 64;
  float sum = 0;
  for (int k = 0; k < 64; ++k) {
    sum += static_cast<float>(in[(row * 64 + k) % n] % 32) *
           static_cast<float>(in[(k * 64 + column) % n] % 32);
  }
  out[index()] = static_cast<int>(sum);
}

KERNEL half_sum(const int* in, int* out, int) {
  const __half x = __int2half_rn(in[index()] % 1024);
  out[index()] = __half2int_rn(__hadd(x, __float2half(1.0f)));
}
