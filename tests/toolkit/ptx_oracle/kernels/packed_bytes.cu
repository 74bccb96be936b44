// corpus: since=13.2 archs=120f
// Four bytes added by one instruction: PTX ISA 9.2.
__global__ void f(const unsigned* a, const unsigned* b, unsigned* c) {
  unsigned bytes, words;
  asm("add.u8x4 %0, %1, %2;"
      : "=r"(bytes)
      : "r"(a[threadIdx.x]), "r"(b[threadIdx.x]));
  asm("add.sat.u16x2 %0, %1, %2;" : "=r"(words) : "r"(bytes), "r"(c[0]));
  c[threadIdx.x] = bytes ^ words;
}
