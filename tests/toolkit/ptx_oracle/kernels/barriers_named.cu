// Named barriers: some threads arrive, others wait and reduce.
__global__ void f(int* out) {
  int found = 0;
  if (threadIdx.x < 64) {
    asm volatile("barrier.cta.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  asm volatile(
      "{\n.reg .pred p, q;\nsetp.eq.s32 p, %1, 3;\n"
      "barrier.cta.red.or.pred q, 2, p;\nbarrier.cta.red.popc.u32 %0, 3, p;\n"
      "@q add.s32 %0, %0, 1;\n}"
      : "=r"(found)
      : "r"(out[threadIdx.x]));
  __syncwarp(0x0f0f0f0f);
  out[threadIdx.x] = found;
}
