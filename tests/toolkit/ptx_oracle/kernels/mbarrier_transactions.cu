// corpus: from=90
// mbarrier of 9.0: transaction counts, time limits, waits by parity.
__global__ void __cluster_dims__(2, 1, 1) f(unsigned* out) {
  __shared__ unsigned long long bar;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar)), done;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 2;" ::"r"(at));
  asm volatile(
      "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 64;" ::"r"(at));
  asm volatile(
      "mbarrier.complete_tx.relaxed.cluster.shared::cta.b64 [%0], 64;" ::"r"(
          at));
  asm volatile(
      "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 128;" ::
          "r"(at));
  asm volatile(
      "{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 "
      "p, [%1], 0, 1000;\nselp.u32 %0, 1, 0, p;\n}"
      : "=r"(done)
      : "r"(at)
      : "memory");
  out[threadIdx.x] = done;
}
