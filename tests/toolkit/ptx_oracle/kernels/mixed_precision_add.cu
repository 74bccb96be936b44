// corpus: from=100
// Halves added to floats, and pairs of floats with other roundings.
__global__ void f(const unsigned short* h, unsigned long long* p, float* y) {
  float sum;
  unsigned long long q;
  asm("add.rn.f32.f16 %0, %1, %2;"
      : "=f"(sum)
      : "h"(h[threadIdx.x]), "f"(y[threadIdx.x]));
  asm("fma.rn.f32.bf16 %0, %1, %2, %0;" : "+f"(sum) : "h"(h[0]), "h"(h[1]));
  asm("mul.rz.ftz.f32x2 %0, %1, %2;" : "=l"(q) : "l"(p[0]), "l"(p[1]));
  asm("add.rm.f32x2 %0, %0, %1;" : "+l"(q) : "l"(p[2]));
  p[threadIdx.x] = q;
  y[threadIdx.x] = sum;
}
