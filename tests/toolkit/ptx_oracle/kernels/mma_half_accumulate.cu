// corpus: from=80
// mma.sync m16n8k16 with accumulators of half precision.
__global__ void f(const unsigned* in, unsigned* out) {
  unsigned c0 = out[0], c1 = out[1];
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, "
      "{%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
      : "+r"(c0), "+r"(c1)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]), "r"(in[5]));
  out[threadIdx.x] = c0 ^ c1;
}
