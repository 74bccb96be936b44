// corpus: archs=100f
// Tensor memory: reserved, written, read, given back.
__global__ void f(unsigned* out) {
  __shared__ unsigned where;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&where));
  asm volatile(
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(
          at));
  __syncthreads();
  unsigned mine = where, value = threadIdx.x;
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(mine),
               "r"(value));
  asm volatile("tcgen05.wait::st.sync.aligned;");
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
               : "=r"(value)
               : "r"(mine));
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  out[threadIdx.x] = value;
  asm volatile(
      "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(mine));
}
