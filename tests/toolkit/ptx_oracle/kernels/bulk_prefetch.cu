// corpus: from=90
// Bulk copies into the L2 cache, between blocks, and back to memory.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
__global__ void f(const __grid_constant__ TensorMap map, const int* in,
                  int* out) {
  __shared__ alignas(128) int tile[256];
  __shared__ unsigned long long bar;
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar)), other;
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], 4096;" ::"l"(in));
  asm volatile(
      "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1, %1}];" ::"l"(
          &map),
      "r"(0));
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(other) : "r"(from));
  asm volatile(
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
      "[%0], [%1], 256, [%2];" ::"r"(other),
      "r"(from), "r"(at));
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(
          out),
      "r"(from));
}
