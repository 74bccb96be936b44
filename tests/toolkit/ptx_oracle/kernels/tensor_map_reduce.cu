// corpus: from=90
// TMA that adds, compares and combines into global memory.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};
#define REDUCE(op)                                                     \
  asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta." op \
               ".bulk_group [%0, {%1, %1}], [%2];" ::"l"(&map),        \
               "r"(0), "r"(from))
__global__ void f(const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) int tile[1024];
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  REDUCE("add");
  REDUCE("min");
  REDUCE("max");
  REDUCE("inc");
  REDUCE("and");
  REDUCE("xor");
  asm volatile(
      "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::
          : "memory");
}
