// corpus: from=90
// TMA into the shared memory of several blocks of a cluster.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
__global__ void __cluster_dims__(4, 1, 1)
    f(const __grid_constant__ TensorMap map, const int* in, int* out) {
  __shared__ alignas(128) int tile[1024];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  unsigned short blocks = 0xf;
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
      "bytes.multicast::cluster [%0], [%1, {%2, %2}], [%3], %4;" ::"r"(to),
      "l"(&map), "r"(0), "r"(at), "h"(blocks));
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
      "multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(to),
      "l"(in), "r"(at), "h"(blocks));
  out[threadIdx.x] = tile[threadIdx.x];
}
