// corpus: from=80
// Cache policies: created, used by loads, stores and atomics, and given up.
__global__ void f(const float* in, float* out) {
  unsigned long long keep, stream;
  float a, b;
  asm("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;"
      : "=l"(keep));
  asm("createpolicy.range.L2::evict_last.L2::evict_first.b64 %0, [%1], 4096, "
      "65536;"
      : "=l"(stream)
      : "l"(in));
  asm volatile(
      "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.f32 %0, [%1], %2;"
      : "=f"(a)
      : "l"(in + threadIdx.x), "l"(keep));
  asm volatile("ld.global.L1::evict_last.L2::cache_hint.f32 %0, [%1], %2;"
               : "=f"(b)
               : "l"(in), "l"(stream));
  asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(out),
               "f"(a + b), "l"(keep)
               : "memory");
  asm volatile("red.global.add.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(out),
               "f"(a), "l"(stream)
               : "memory");
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(out + 64) : "memory");
  asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(out));
}
