// Dot products of bytes and words, mixed signs, by inline PTX.
__global__ void f(const unsigned* in, int* out) {
  unsigned a = in[threadIdx.x], b = in[threadIdx.x + 32];
  int r = 0;
  asm("dp4a.u32.s32 %0, %1, %2, %0;" : "+r"(r) : "r"(a), "r"(b));
  asm("dp4a.s32.u32 %0, %1, %2, %0;" : "+r"(r) : "r"(a), "r"(b));
  asm("dp2a.hi.s32.u32 %0, %1, %2, %0;" : "+r"(r) : "r"(a), "r"(b));
  out[threadIdx.x] = r + __dp2a_hi(a, b, 5u);
}
