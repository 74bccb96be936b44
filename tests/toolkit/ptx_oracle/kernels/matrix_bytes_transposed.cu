// corpus: archs=100f
// ldmatrix and stmatrix of bytes, with 6-bit and 4-bit sources unpacked.
__global__ void f(unsigned* out) {
  __shared__ alignas(128) unsigned tile[512];
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  unsigned at =
      static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x * 4));
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0,%1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(at));
  asm volatile(
      "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32 {%0}, [%1];"
      : "=r"(c)
      : "r"(at));
  asm volatile(
      "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%0}, [%1];"
      : "=r"(d)
      : "r"(at));
  asm volatile(
      "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%0], {%1};" ::"r"(at),
      "r"(a ^ b ^ c ^ d)
      : "memory");
  out[threadIdx.x] = tile[threadIdx.x];
}
