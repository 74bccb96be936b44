// corpus: archs=100f
// Tensor memory read and written in its other shapes, packed and repeated.
__global__ void f(unsigned* out, unsigned at) {
  unsigned a, b, c, d, e;
  asm volatile("tcgen05.ld.sync.aligned.16x64b.x1.b32 {%0}, [%1];"
               : "=r"(a)
               : "r"(at));
  asm volatile("tcgen05.ld.sync.aligned.16x128b.x1.b32 {%0,%1}, [%2];"
               : "=r"(b), "=r"(c)
               : "r"(at));
  asm volatile("tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {%0}, [%1], 16;"
               : "=r"(d)
               : "r"(at));
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.pack::16b.b32 {%0,%1}, [%2];"
               : "=r"(e), "=r"(d)
               : "r"(at));
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  asm volatile(
      "tcgen05.st.sync.aligned.16x256b.x1.b32 [%0], {%1,%2,%3,%4};" ::"r"(at),
      "r"(a), "r"(b), "r"(c), "r"(d));
  asm volatile("tcgen05.wait::st.sync.aligned;");
  out[threadIdx.x] = a + b + c + d + e;
}
