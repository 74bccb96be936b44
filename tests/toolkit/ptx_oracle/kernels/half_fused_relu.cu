// corpus: from=80
// Half precision and bfloat16: fused, clamped to zero, NaN kept.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void f(const __half2* a, __half2* b, const __nv_bfloat162* c,
                  __nv_bfloat162* d) {
  int i = threadIdx.x;
  b[i] = __hfma2_relu(a[i], a[i + 32], b[i]);
  b[i] = __hmin2_nan(b[i], __hcmadd(a[i], b[i], a[i + 32]));
  d[i] = __hfma2_relu(c[i], c[i + 32], d[i]);
  d[i] = __hmax2_nan(d[i], __hneg2(__habs2(c[i])));
}
