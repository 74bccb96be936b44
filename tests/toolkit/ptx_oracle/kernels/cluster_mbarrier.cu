// corpus: from=90
// Barriers of another block's shared memory.
__global__ void __cluster_dims__(2, 1, 1) f(int* out) {
  __shared__ unsigned long long bar;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar)), other;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(other) : "r"(at));
  asm volatile(
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
          other));
  asm volatile(
      "barrier.cluster.arrive.release.aligned; "
      "barrier.cluster.wait.acquire.aligned;");
  asm volatile(
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], 7, "
      "[%1];" ::"r"(other + 64),
      "r"(other));
  out[threadIdx.x] = 1;
}
