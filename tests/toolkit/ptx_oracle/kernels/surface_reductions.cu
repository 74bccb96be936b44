// Atomic reductions on surfaces (sured).
__global__ void f(cudaSurfaceObject_t s, const unsigned* in) {
  unsigned value = in[threadIdx.x];
  asm volatile("sured.b.add.1d.u32.trap [%0, {%1}], %2;" ::"l"(s),
               "r"(threadIdx.x * 4), "r"(value));
  asm volatile("sured.b.min.2d.s32.clamp [%0, {%1, %2}], %3;" ::"l"(s),
               "r"(threadIdx.x * 4), "r"(blockIdx.x), "r"(value));
  asm volatile("sured.b.or.2d.b32.zero [%0, {%1, %2}], %3;" ::"l"(s),
               "r"(threadIdx.x * 4), "r"(blockIdx.x), "r"(value));
}
