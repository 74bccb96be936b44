// Tensor cores by inline PTX: ldmatrix and mma.sync.
__global__ void f(const unsigned* in, float* out) {
  __shared__ unsigned tile[512];
  for (int i = threadIdx.x; i < 512; i += 32) tile[i] = in[i];
  __syncwarp();
  unsigned a0, a1, b;
  unsigned at =
      static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x * 4));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(a0), "=r"(a1)
               : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(b)
               : "r"(at));
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
      "{%4,%5}, {%6}, {%0,%1,%2,%3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a0), "r"(a1), "r"(b));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
