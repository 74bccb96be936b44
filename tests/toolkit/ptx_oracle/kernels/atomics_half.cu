// Atomic addition of half precision.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void f(__half2* h, __half* s, __nv_bfloat162* b) {
  atomicAdd(h, __half2half2(*s));
  atomicAdd(s, *s);
  atomicAdd(b, __nv_bfloat162{});
}
