// Bit fields by inline PTX: extracted, inserted, masks, sign extension.
__global__ void f(const unsigned* in, unsigned* out) {
  unsigned x = in[threadIdx.x], a, b, c, d, e;
  unsigned long long wide;
  asm("bfe.s32 %0, %1, 3, 9;" : "=r"(a) : "r"(x));
  asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(b) : "r"(x), "r"(a));
  asm("bmsk.wrap.b32 %0, %1, 7;" : "=r"(c) : "r"(x));
  asm("szext.clamp.u32 %0, %1, 11;" : "=r"(d) : "r"(x));
  asm("bfind.shiftamt.s32 %0, %1;" : "=r"(e) : "r"(x));
  asm("bfe.u64 %0, %1, 20, 30;" : "=l"(wide) : "l"(x * 0x123456789ull));
  out[threadIdx.x] = a + b + c + d + e + static_cast<unsigned>(wide);
}
