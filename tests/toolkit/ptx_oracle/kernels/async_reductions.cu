// corpus: from=90
// red.async on another block's counters: PTX ISA 8.1.
__global__ void __cluster_dims__(2, 1, 1) f(unsigned* out) {
  __shared__ unsigned counters[4];
  __shared__ unsigned long long bar;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(counters));
  asm volatile(
      "{\n.reg .b32 a, b;\nmapa.shared::cluster.u32 a, %0, 1;\n"
      "mapa.shared::cluster.u32 b, %1, 1;\n"
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes."
      "inc.u32 [a], %2, [b];\n"
      "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes."
      "add.u64 [a+8], %3, [b];\n}" ::"r"(to),
      "r"(at), "r"(7), "l"(1ull)
      : "memory");
  out[threadIdx.x] = counters[threadIdx.x % 4];
}
