// corpus: options=-use_fast_math
// Approximate mathematics.
__global__ void f(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] = sinf(x[i]) / cosf(x[i]) + expf(x[i]) + tanhf(x[i]) + sqrtf(x[i]);
}
