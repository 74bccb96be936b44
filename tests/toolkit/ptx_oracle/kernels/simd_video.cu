// SIMD-in-a-word functions.
__global__ void words(const unsigned* a, const unsigned* b, unsigned* c) {
  int i = threadIdx.x;
  c[i] = __vadd4(a[i], b[i]) ^ __vabsdiffu2(a[i], b[i]) ^ __vmaxs2(a[i], b[i]) ^
         __viaddmax_u32(a[i], b[i], c[i]);
}
