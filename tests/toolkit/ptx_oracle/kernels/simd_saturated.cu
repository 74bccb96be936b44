// SIMD-in-a-word functions: signs, averages, comparisons, three inputs.
__global__ void f(const unsigned* a, const unsigned* b, unsigned* c) {
  int i = threadIdx.x;
  bool low = false, high = false;
  c[i] = __vsubss4(a[i], b[i]) + __vavgs2(a[i], b[i]) + __vsads4(a[i], b[i]) +
         __vcmpgtu2(a[i], b[i]) + __vsetles4(a[i], b[i]) + __vabsss2(a[i]);
  c[i] ^= __vimax3_s16x2_relu(a[i], b[i], c[i]) +
          __vibmax_u16x2(a[i], b[i], &low, &high) + low + high;
}
