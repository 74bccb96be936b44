// 6-bit floats.
#include <cuda_fp6.h>
__global__ void f(const float2* in, __nv_fp6x2_e2m3* a, __nv_fp6x2_e3m2* b) {
  a[threadIdx.x] = __nv_fp6x2_e2m3(in[threadIdx.x]);
  b[threadIdx.x] = __nv_fp6x2_e3m2(in[threadIdx.x]);
}
