// corpus: from=90
// Bulk copies to shared::cta: PTX ISA 8.6.
__global__ void f(const int* in, int* out) {
  __shared__ alignas(128) int tile[256];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile(
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], "
      "[%1], 1024, [%2];" ::"r"(to),
      "l"(in), "r"(at));
  out[threadIdx.x] = tile[threadIdx.x];
}
