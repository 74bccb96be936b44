// Atomics in shared memory, and loops of compare and swap.
__global__ void f(const float* in, int* out, double* most) {
  __shared__ int bins[64];
  __shared__ unsigned long long keys[8];
  __shared__ float top;
  bins[threadIdx.x % 64] = 0;
  __syncthreads();
  atomicAdd(&bins[static_cast<int>(in[threadIdx.x]) & 63], 1);
  atomicMin(&keys[threadIdx.x % 8], 77ull);
  atomicAdd(&top, in[threadIdx.x]);
  unsigned long long* at = reinterpret_cast<unsigned long long*>(most);
  unsigned long long old = *at, seen;
  do {
    seen = old;
    if (__longlong_as_double(seen) >= in[threadIdx.x]) break;
    old = atomicCAS(at, seen, __double_as_longlong(in[threadIdx.x]));
  } while (old != seen);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x % 64] + top + keys[0];
}
