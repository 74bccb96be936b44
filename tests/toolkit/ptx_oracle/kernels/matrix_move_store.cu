// corpus: from=90
// Matrices transposed in registers (movmatrix) and stored (stmatrix).
__global__ void f(const unsigned* in, unsigned* out) {
  __shared__ alignas(16) unsigned tile[128];
  unsigned at =
      static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x * 4));
  unsigned value = in[threadIdx.x], moved;
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
      : "=r"(moved)
      : "r"(value));
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(
          at),
      "r"(value), "r"(moved)
      : "memory");
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x];
}
