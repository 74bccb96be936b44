// bfloat16 from and to everything, with each rounding.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void f(const float* x, const double* d, __nv_bfloat16* b,
                  __nv_bfloat162* p, long long* n) {
  int i = threadIdx.x;
  b[i] = __float2bfloat16_rz(x[i]) + __float2bfloat16_rd(x[i + 32]);
  b[i + 32] = __double2bfloat16(d[i]) - __ushort2bfloat16_ru(n[i]);
  p[i] = __floats2bfloat162_rn(x[i], x[i + 1]);
  n[i] = __bfloat162ll_rd(b[i + 64]) + __bfloat162uint_rn(b[i + 65]);
  b[i + 96] = __float2bfloat16(__half2float(__float2half_ru(x[i])));
}
