// corpus: from=80
// Prefetches into each level.
__global__ void f(const float* in, float* out) {
  asm volatile("prefetch.global.L1 [%0];" ::"l"(in));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + 32));
  asm volatile("prefetch.L2 [%0];" ::"l"(in + 64));
  asm volatile("prefetchu.L1 [%0];" ::"l"(in + 96));
  asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(in + 128));
  float x;
  asm volatile("ldu.global.f32 %0, [%1];" : "=f"(x) : "l"(in));
  out[threadIdx.x] = x;
}
