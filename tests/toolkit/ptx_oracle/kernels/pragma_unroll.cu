// Loops that are and are not unrolled, and what the compiler may assume.
__global__ void f(const int* in, int* out, int n) {
  __builtin_assume(n > 0);
  const int* aligned =
      static_cast<const int*>(__builtin_assume_aligned(in, 16));
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) sum = sum * 31 + aligned[i];
#pragma unroll 4
  for (int i = 0; i < n; ++i) sum ^= aligned[i] >> i;
  if (__builtin_expect(sum == 0, 0)) __builtin_unreachable();
  out[threadIdx.x] = sum;
}
