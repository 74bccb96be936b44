// Half precision, packed.
#include <cuda_fp16.h>
__global__ void f(const __half2* a, const __half2* b, __half2* c) {
  int i = threadIdx.x;
  c[i] = __hfma2(a[i], b[i], __hmax2(a[i], b[i]));
  c[i] = __hadd2(c[i], h2exp2(h2rsqrt(a[i])));
}
