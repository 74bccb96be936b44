// corpus: since=13.2 archs=100f
// 8-bit floats straight to bfloat16: PTX ISA 9.2.
__global__ void f(const unsigned short* in, unsigned* out) {
  asm("cvt.rn.bf16x2.e4m3x2 %0, %1;"
      : "=r"(out[threadIdx.x])
      : "h"(in[threadIdx.x]));
}
