// corpus: from=90
// TMA: a tile by a tensor map.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
__global__ void f(const __grid_constant__ TensorMap map, int* out) {
  __shared__ alignas(128) int tile[1024];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
      "bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(&map), "r"(0), "r"(0), "r"(at));
  out[threadIdx.x] = tile[threadIdx.x];
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], "
      "[%3];" ::"l"(&map),
      "r"(0), "r"(0), "r"(to));
  asm volatile("cp.async.bulk.commit_group; \n cp.async.bulk.wait_group 0;");
}
