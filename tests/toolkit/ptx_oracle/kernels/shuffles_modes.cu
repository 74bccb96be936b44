// Warp shuffles of every mode, width and type.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void f(double* d, long long* l, __half2* h, __nv_bfloat16* b) {
  int i = threadIdx.x;
  d[i] = __shfl_xor_sync(~0u, d[i], 1) + __shfl_up_sync(~0u, d[i], 2, 8);
  l[i] = __shfl_sync(__activemask(), l[i], i / 4, 16);
  h[i] = __shfl_down_sync(~0u, h[i], 3);
  b[i] = __shfl_xor_sync(0xffffu, b[i], 2);
  unsigned inside;
  asm volatile(
      "{\n.reg .pred p;\n.reg .b32 r;\nshfl.sync.bfly.b32 r|p, %1, 5, 0x1f, "
      "-1;\nselp.u32 %0, 1, 0, p;\n}"
      : "=r"(inside)
      : "r"(i));
  l[i] += inside;
}
