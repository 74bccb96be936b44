// corpus: archs=90a
// Warpgroup multiply on 8-bit floats with accumulators of half precision.
__global__ void __launch_bounds__(128)
    f(unsigned long long a, unsigned long long b, unsigned* out) {
  unsigned c[2] = {};
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2 {%0,%1}, %2, %3, 1, "
      "1, 1;"
      : "+r"(c[0]), "+r"(c[1])
      : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] = c[0] ^ c[1];
}
