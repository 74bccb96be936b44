// corpus: from=90
// Reductions over several GPUs by multicast memory.
__global__ void f(float* many, float* out) {
  float sum;
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %0, [%1];"
               : "=f"(sum)
               : "l"(many + threadIdx.x));
  asm volatile(
      "multimem.st.relaxed.sys.global.f32 [%0], %1;" ::"l"(many + threadIdx.x),
      "f"(sum)
      : "memory");
  asm volatile("multimem.red.relaxed.sys.global.add.f32 [%0], %1;" ::"l"(
                   many + threadIdx.x),
               "f"(sum)
               : "memory");
  out[threadIdx.x] = sum;
}
