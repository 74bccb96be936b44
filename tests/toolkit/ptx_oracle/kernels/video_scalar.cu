// Scalar video instructions, with selected bytes and a second operation.
__global__ void f(const int* a, const int* b, int* out) {
  int x = a[threadIdx.x], y = b[threadIdx.x], r, s, t, u, v;
  asm("vadd.s32.s32.s32.sat.add %0, %1.b2, %2.h1, %1;"
      : "=r"(r)
      : "r"(x), "r"(y));
  asm("vabsdiff.u32.u32.u32.min %0, %1.b0, %2.b3, %1;"
      : "=r"(s)
      : "r"(x), "r"(y));
  asm("vset.s32.u32.lt.max %0, %1.h0, %2, %1;" : "=r"(t) : "r"(x), "r"(y));
  asm("vshl.u32.u32.u32.clamp.add %0, %1, %2.b1, %1;"
      : "=r"(u)
      : "r"(x), "r"(y));
  asm("vmad.s32.s32.s32.shr7 %0, %1.h1, %2.h0, %1;" : "=r"(v) : "r"(x), "r"(y));
  out[threadIdx.x] = r + s + t + u + v;
}
