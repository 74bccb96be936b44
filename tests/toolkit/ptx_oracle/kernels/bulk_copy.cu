// corpus: from=90
// cp.async.bulk with an mbarrier, by inline PTX.
__global__ void f(const int* in, int* out) {
  __shared__ alignas(128) int tile[256];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(at));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1], 1024, [%2];" ::"r"(to),
        "l"(in), "r"(at));
  }
  __syncthreads();
  asm volatile(
      "{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, "
      "[%0], 0;\n@!p bra again;\n}" ::"r"(at));
  out[threadIdx.x] = tile[threadIdx.x];
}
