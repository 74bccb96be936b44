// corpus: from=90
// TMA in im2col mode, loaded and stored: convolutions.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
__global__ void f(const __grid_constant__ TensorMap map, int* out) {
  __shared__ alignas(128) int tile[1024];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  unsigned short w = 1, h = 2;
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::"
      "complete_tx::bytes [%0], [%1, {%2, %2, %2, %2}], [%3], {%4, %5};" ::"r"(
          to),
      "l"(&map), "r"(0), "r"(at), "h"(w), "h"(h));
  asm volatile(
      "cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group "
      "[%0, {%1, %1, %1, %1}], [%2];" ::"l"(&map),
      "r"(0), "r"(to));
  asm volatile(
      "cp.async.bulk.prefetch.tensor.3d.L2.global.im2col [%0, {%1, %1, %1}], "
      "{%2};" ::"l"(&map),
      "r"(0), "h"(w));
  out[threadIdx.x] = tile[threadIdx.x];
}
