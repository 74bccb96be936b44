// corpus: from=90
// TMA loads of tiles of 1, 3, 4 and 5 dimensions, with a cache policy.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
#define LOAD(dims, ...)                                                        \
  "cp.async.bulk.tensor." dims                                                 \
  "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint " \
  "[%0], [%1, {" __VA_ARGS__ "}], [%2], p;\n"
__global__ void f(const __grid_constant__ TensorMap map, int* out) {
  __shared__ alignas(128) int tile[1024];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile(
      "{\n.reg .b64 p;\n"
      "createpolicy.fractional.L2::evict_first.b64 p, 1.0;\n" LOAD("1", "%3")
          LOAD("3", "%3, %4, 0") LOAD("4", "%3, %4, 0, 1")
              LOAD("5", "%3, %4, 0, 1, 2") "}" ::"r"(to),
      "l"(&map), "r"(at), "r"(blockIdx.x), "r"(blockIdx.y)
      : "memory");
  out[threadIdx.x] = tile[threadIdx.x];
}
