// corpus: from=100
// Minima and maxima of three floats: PTX ISA 8.8.
__global__ void f(const float* x, float* y) {
  float low, high;
  int i = threadIdx.x;
  asm("min.f32 %0, %1, %2, %3;"
      : "=f"(low)
      : "f"(x[i]), "f"(x[i + 1]), "f"(x[i + 2]));
  asm("max.NaN.abs.f32 %0, %1, %2, %3;"
      : "=f"(high)
      : "f"(x[i]), "f"(x[i + 1]), "f"(x[i + 2]));
  y[i] = low + high;
}
