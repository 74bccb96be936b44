// corpus: archs=100f
// Matrix multiply by two blocks, told to both.
__global__ void __cluster_dims__(2, 1, 1)
    f(unsigned long long a, unsigned long long b, unsigned shape) {
  __shared__ unsigned long long bar;
  __shared__ unsigned where;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&where));
  unsigned short both = 3;
  asm volatile(
      "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(
          to));
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;");
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %3, 0;\n"
      "tcgen05.mma.cta_group::2.kind::tf32 [%0], %1, %2, %3, p;\n}" ::"r"(
          where),
      "l"(a), "l"(b), "r"(shape));
  asm volatile(
      "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster."
      "multicast::cluster.b64 [%0], %1;" ::"r"(at),
      "h"(both));
  asm volatile(
      "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, 64;" ::"r"(where));
}
