// corpus: archs=90a,100f
// Registers moved between warps, one thread elected.
__global__ void __launch_bounds__(256) f(int* out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 200;");
  }
  unsigned chosen;
  asm volatile(
      "{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}"
      : "=r"(chosen));
  out[threadIdx.x] = chosen;
}
