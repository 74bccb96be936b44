// corpus: archs=100f
// Matrix multiply by tensor memory with block scales: three kinds.
__global__ void f(unsigned long long a, unsigned long long b, unsigned shape,
                  unsigned scale) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %3, 0;\n"
      "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%0], %1, %2, %3, "
      "[%4], [%4], p;\n"
      "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32 [%0], %1, "
      "%2, %3, [%4], [%4], p;\n"
      "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%0], "
      "%1, %2, %3, [%4], [%4], p;\n}" ::"r"(0),
      "l"(a), "l"(b), "r"(shape), "r"(scale));
}
