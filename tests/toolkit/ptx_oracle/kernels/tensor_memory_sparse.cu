// corpus: archs=100f
// Sparse and weight-stationary multiplies by tensor memory.
__global__ void f(unsigned long long a, unsigned long long b, unsigned shape,
                  unsigned metadata) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %3, 0;\n"
      "tcgen05.mma.sp.cta_group::1.kind::f8f6f4 [%0], %1, %2, [%4], %3, p;\n"
      "tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::fill [%0], %1, %2, "
      "%3, p;\n}" ::"r"(0),
      "l"(a), "l"(b), "r"(shape), "r"(metadata));
}
