// 8-bit floats: instructions from 8.9 on, emulated below.
#include <cuda_fp8.h>
__global__ void f(const float2* in, __nv_fp8x2_e4m3* a, __nv_fp8x2_e5m2* b,
                  float2* out) {
  int i = threadIdx.x;
  a[i] = __nv_fp8x2_e4m3(in[i]);
  b[i] = __nv_fp8x2_e5m2(in[i]);
  float2 x = static_cast<float2>(a[i]), y = static_cast<float2>(b[i]);
  out[i] = make_float2(x.x + y.x, x.y + y.y);
}
