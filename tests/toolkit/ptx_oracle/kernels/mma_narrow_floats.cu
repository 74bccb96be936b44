// corpus: archs=120f
// Tensor cores of 12.x on 6-bit by 4-bit floats, and scaled 8-bit ones.
__global__ void f(const unsigned* in, float* out) {
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]), "r"(in[5]));
  asm volatile(
      "mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row."
      "col.f32.e4m3.e5m2.f32.ue8m0 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3}, %10, {0, 0}, %11, {0, 0};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]), "r"(in[4]), "r"(in[5]),
        "r"(in[6]), "r"(in[7]));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
