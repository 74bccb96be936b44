// corpus: from=80
// Structured sparsity.
__global__ void f(const unsigned* in, float* out) {
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0x0;"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
