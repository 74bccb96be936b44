// corpus: archs=90a
// Sparse warpgroup multiply.
__global__ void __launch_bounds__(128)
    f(unsigned long long a, unsigned long long b, unsigned metadata,
      float* out) {
  float c[4] = {};
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile(
      "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0,%1,%2,%3}, %4, "
      "%5, %6, 0, 1, 1, 1, 0, 0;"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "l"(a), "l"(b), "r"(metadata));
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
