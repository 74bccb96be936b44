// corpus: options=-ftz=true,-prec-div=false,-prec-sqrt=false,-fmad=false
// Floats with other rules: flushed, quick division, nothing fused.
__global__ void f(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] = sqrtf(x[i]) / x[i + 1] + x[i] * x[i + 2] + 1 / x[i + 3];
}
