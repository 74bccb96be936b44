// corpus: from=80
// mma.sync on 4-bit integers, two shapes: emulated on later GPUs.
__global__ void f(const unsigned* in, int* out) {
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%0,%1,%2,%3}, "
      "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]), "r"(in[5]));
  asm volatile(
      "mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 {%0,%1}, {%2}, {%3}, "
      "{%0,%1};"
      : "+r"(c0), "+r"(c1)
      : "r"(in[6]), "r"(in[7]));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
