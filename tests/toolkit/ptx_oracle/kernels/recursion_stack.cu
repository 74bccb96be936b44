// Recursion: a stack whose size is not known.
__device__ __noinline__ long ackermann(long m, long n) {
  if (m == 0) return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
__global__ void f(long* out) { *out = ackermann(2, threadIdx.x); }
