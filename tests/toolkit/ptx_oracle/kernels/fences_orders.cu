// The memory model by inline PTX: orders, scopes, volatile, mmio.
__global__ void f(unsigned* flag, unsigned* data, unsigned* out) {
  unsigned a, b, c, d;
  asm volatile("fence.acq_rel.cta;\nfence.sc.gpu;\nfence.acq_rel.sys;" ::
                   : "memory");
  asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
               : "=r"(a)
               : "l"(flag)
               : "memory");
  asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(b) : "l"(data));
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(c) : "l"(data + 1));
  asm volatile("ld.mmio.relaxed.sys.global.u32 %0, [%1];"
               : "=r"(d)
               : "l"(data + 2));
  asm volatile("fence.proxy.alias;" ::: "memory");
  asm volatile("st.mmio.relaxed.sys.global.u32 [%0], %1;" ::"l"(out),
               "r"(a + b + c + d)
               : "memory");
}
