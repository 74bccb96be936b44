// Half precision: comparisons, rounding, integers, special values.
#include <cuda_fp16.h>
__global__ void f(const __half2* a, const __half2* b, __half2* c, short* n) {
  int i = threadIdx.x;
  __half x = __low2half(a[i]), y = __high2half(b[i]);
  c[i] = h2floor(a[i]);
  if (__hbgt2(a[i], b[i]) || __hisnan(x)) c[i] = h2rint(b[i]);
  if (__hltu(x, y)) c[i] = __hge2(a[i], b[i]);
  n[i] = __half2short_rd(x) + __half2int_rz(hceil(y));
  c[i] = __hadd2_sat(c[i], __half2half2(__ll2half_rn(n[i])));
}
