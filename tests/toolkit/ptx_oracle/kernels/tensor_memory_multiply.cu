// corpus: archs=100f
// Matrix multiply by tensor memory.
__global__ void f(unsigned long long a, unsigned long long b, unsigned shape) {
  __shared__ unsigned long long bar;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %3, 0;\n"
      "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(0),
      "l"(a), "l"(b), "r"(shape));
  asm volatile(
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%0];" ::"r"(at));
}
