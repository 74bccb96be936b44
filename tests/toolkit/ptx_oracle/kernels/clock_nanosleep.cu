// Clocks, sleeping, special registers.
__global__ void f(long long* out) {
  long long before = clock64();
  __nanosleep(100);
  unsigned warp, lane, sm;
  asm volatile("mov.u32 %0, %%warpid; mov.u32 %1, %%laneid; mov.u32 %2, %%smid;"
               : "=r"(warp), "=r"(lane), "=r"(sm));
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  out[threadIdx.x] =
      clock64() - before + warp + lane + sm + time + __isGlobal(out);
}
