// corpus: archs=90a
// Two warpgroup multiplies on TF32 in flight, and a predicate for the scale.
__global__ void __launch_bounds__(128)
    f(unsigned long long a, unsigned long long b, int more, float* out) {
  float c[4] = {}, d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;");
#define MULTIPLY(x)                                                        \
  asm volatile(                                                            \
      "{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"                          \
      "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0,%1,%2,%3}, " \
      "%4, %5, p, 1, 1;\n}"                                                \
      : "+f"(x[0]), "+f"(x[1]), "+f"(x[2]), "+f"(x[3])                     \
      : "l"(a), "l"(b), "r"(more));                                        \
  asm volatile("wgmma.commit_group.sync.aligned;")
  MULTIPLY(c);
  MULTIPLY(d);
  asm volatile("wgmma.wait_group.sync.aligned 1;");
  out[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] += d[0] + d[1] + d[2] + d[3];
}
