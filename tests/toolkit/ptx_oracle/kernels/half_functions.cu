// Half precision and bfloat16: transcendental functions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void f(__half* h, __half2* p, __nv_bfloat16* b) {
  int i = threadIdx.x;
  h[i] = hsin(h[i]) + hlog(h[i + 32]) / hsqrt(h[i + 64]);
  p[i] = h2cos(p[i]) * h2exp10(p[i + 32]) + h2rcp(p[i + 64]);
  p[i] = h2tanh_approx(p[i]);
  b[i] = hexp(b[i]) + hlog2(b[i + 32]) * hrsqrt(b[i + 64]);
}
