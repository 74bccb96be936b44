// Vectors of four 6-bit and 4-bit floats, and back to half precision.
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
__global__ void f(const float4* in, __nv_fp6x4_e3m2* a, __nv_fp4x4_e2m1* b,
                  __half2* h, float4* out) {
  int i = threadIdx.x;
  a[i] = __nv_fp6x4_e3m2(in[i]);
  b[i] = __nv_fp4x4_e2m1(in[i + 32]);
  h[i] = __half2(__nv_cvt_fp6x2_to_halfraw2(h[0].x > h[1].x, __NV_E2M3));
  h[i + 32] = __half2(__nv_cvt_fp4x2_to_halfraw2(i, __NV_E2M1));
  out[i] = static_cast<float4>(a[i]);
  out[i + 32] = static_cast<float4>(b[i]);
}
