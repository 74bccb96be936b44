// corpus: from=80
// bfloat16: emulated below 8.0.
#include <cuda_bf16.h>
__global__ void f(const __nv_bfloat162* a, const __nv_bfloat162* b,
                  __nv_bfloat162* c) {
  int i = threadIdx.x;
  c[i] = __hfma2(a[i], b[i], __hmin2(a[i], b[i]));
  c[i] = __hmul2(c[i], h2tanh(a[i]));
}
