// Four 8-bit floats at a time, to and from half and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
__global__ void f(const float4* in, __nv_fp8x4_e4m3* a, __nv_fp8x4_e5m2* b,
                  __half2* h, __nv_bfloat16* s) {
  int i = threadIdx.x;
  a[i] = __nv_fp8x4_e4m3(in[i]);
  b[i] = __nv_fp8x4_e5m2(in[i + 32]);
  float4 x = static_cast<float4>(a[i]), y = static_cast<float4>(b[i]);
  __nv_fp8x2_storage_t pair =
      __nv_cvt_halfraw2_to_fp8x2(h[i], __NV_SATFINITE, __NV_E5M2);
  h[i] = __half2(__nv_cvt_fp8x2_to_halfraw2(pair, __NV_E5M2));
  s[i] = __nv_bfloat16(__nv_fp8_e4m3(s[i + 32])) +
         __float2bfloat16(x.x * y.y + x.w);
}
