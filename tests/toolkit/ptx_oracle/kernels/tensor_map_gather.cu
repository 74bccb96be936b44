// corpus: archs=100f
// TMA of four rows anywhere: gather4, scatter4 and im2col::w.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
__global__ void f(const __grid_constant__ TensorMap map, const int* rows) {
  __shared__ alignas(128) int tile[1024];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::"
      "complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7];" ::"r"(to),
      "l"(&map), "r"(0), "r"(rows[0]), "r"(rows[1]), "r"(rows[2]), "r"(rows[3]),
      "r"(at));
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
      "[%0, {%1, %2, %3, %4, %5}], [%6];" ::"l"(&map),
      "r"(0), "r"(rows[4]), "r"(rows[5]), "r"(rows[6]), "r"(rows[7]), "r"(to));
}
