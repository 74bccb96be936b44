// corpus: since=13.1 from=90
// Bulk copies and reductions to multicast memory: PTX ISA 9.1.
__global__ void f(float* many) {
  __shared__ alignas(128) float tile[256];
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile(
      "multimem.cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "
      "1024;" ::"l"(many),
      "r"(from));
  asm volatile(
      "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 "
      "[%0], [%1], 1024;" ::"l"(many),
      "r"(from));
}
