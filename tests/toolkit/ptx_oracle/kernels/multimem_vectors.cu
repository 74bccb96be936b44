// corpus: from=90
// Multicast memory: packed halves, wider sums, integers.
__global__ void f(unsigned* many, unsigned* out) {
  unsigned a, b, c, d, e;
  asm volatile(
      "multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v4.bf16x2 "
      "{%0,%1,%2,%3}, [%4];"
      : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
      : "l"(many));
  asm volatile("multimem.ld_reduce.acquire.sys.global.min.s32 %0, [%1];"
               : "=r"(e)
               : "l"(many));
  asm volatile(
      "multimem.st.release.sys.global.v4.f16x2 [%0], {%1,%2,%3,%4};" ::"l"(
          many),
      "r"(a), "r"(b), "r"(c), "r"(d)
      : "memory");
  asm volatile("multimem.red.release.sys.global.or.b32 [%0], %1;" ::"l"(many),
               "r"(e)
               : "memory");
  out[threadIdx.x] = e;
}
