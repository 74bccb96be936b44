// 4-bit floats.
#include <cuda_fp4.h>
__global__ void f(const float2* in, __nv_fp4x2_e2m1* out, float2* back) {
  out[threadIdx.x] = __nv_fp4x2_e2m1(in[threadIdx.x]);
  back[threadIdx.x] = static_cast<float2>(out[threadIdx.x]);
}
