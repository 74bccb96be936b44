// Atomic bit operations and comparisons on 64 bits, signed and unsigned.
__global__ void f(unsigned long long* a, long long* b, unsigned* c) {
  atomicAnd(a, 0xffull);
  atomicOr_system(a + 1, 3ull);
  atomicXor_block(a + 2, 5ull);
  atomicMax(b, -4ll);
  atomicMin_system(b + 1, 7ll);
  c[0] += atomicExch(a + 3, 9ull) + atomicDec(c + 1, 8u) + atomicSub(c + 2, 1u);
  asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(a), "l"(1ull)
               : "memory");
  asm volatile("red.relaxed.sys.global.min.s64 [%0], %1;" ::"l"(b), "l"(2ll)
               : "memory");
}
