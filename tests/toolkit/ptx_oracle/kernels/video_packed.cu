// Packed video instructions, with masks and sums.
__global__ void f(const int* a, const int* b, int* out) {
  int x = a[threadIdx.x], y = b[threadIdx.x], r, s, t, u;
  asm("vadd2.s32.s32.s32.sat %0, %1, %2, %1;" : "=r"(r) : "r"(x), "r"(y));
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %1;" : "=r"(s) : "r"(x), "r"(y));
  asm("vavrg4.u32.u32.u32 %0.b31, %1, %2.b7604, %1;"
      : "=r"(t)
      : "r"(x), "r"(y));
  asm("vset2.u32.u32.ge %0, %1, %2, %1;" : "=r"(u) : "r"(x), "r"(y));
  out[threadIdx.x] = r + s + t + u;
}
