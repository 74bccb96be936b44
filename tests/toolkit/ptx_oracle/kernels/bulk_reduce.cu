// corpus: from=90
// Bulk reductions into global memory and into another block.
__global__ void f(float* sums, int* counts, unsigned short* halves) {
  __shared__ alignas(128) int tile[256];
  __shared__ unsigned long long bar;
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], "
      "512;" ::"l"(sums),
      "r"(from));
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], "
      "512;" ::"l"(counts),
      "r"(from));
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 "
      "[%0], [%1], 512;" ::"l"(halves),
      "r"(from));
  asm volatile(
      "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
      "bytes.and.b32 [%0], [%1], 128, [%2];" ::"r"(from),
      "r"(from + 512), "r"(at));
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::
                   : "memory");
}
