// corpus: archs=120f
// Block-scaled 4-bit tensor cores of 12.x.
__global__ void f(const unsigned* in, float* out) {
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sync.aligned.kind::mxf4.block_scale.scale_vec::2X.m16n8k64.row.col."
      "f32.e2m1.e2m1.f32.ue8m0 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3}, %10, {0, 0}, %11, "
      "{0, 0};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]), "r"(in[5]),
        "r"(in[6]), "r"(in[7]));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
