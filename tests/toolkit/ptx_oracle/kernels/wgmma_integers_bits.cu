// corpus: archs=90a
// Warpgroup multiply on bytes, saturated, and on single bits.
__global__ void __launch_bounds__(128)
    f(unsigned long long a, unsigned long long b, int* out) {
  int c[4] = {};
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite "
      "{%0,%1,%2,%3}, %4, %5, 1;"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "l"(a), "l"(b));
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc "
      "{%0,%1,%2,%3}, %4, %5, 1;"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
