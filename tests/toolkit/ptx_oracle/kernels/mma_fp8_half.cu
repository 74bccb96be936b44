// corpus: from=89
// Tensor cores on e5m2 with accumulators of half precision: PTX ISA 8.7.
__global__ void f(const unsigned* in, unsigned* out) {
  unsigned c0 = 0, c1 = 0;
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e4m3.f16 {%0,%1}, {%2,%3}, "
      "{%4}, {%0,%1};"
      : "+r"(c0), "+r"(c1)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]));
  out[threadIdx.x] = c0 + c1;
}
