// corpus: from=80
// Structured sparsity on bytes, metadata as it was before PTX ISA 8.5.
__global__ void f(const unsigned* in, int* out) {
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, "
      "{%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0x0;"
      : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]), "r"(in[5]),
        "r"(in[6]), "r"(in[7]), "r"(in[8]));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
