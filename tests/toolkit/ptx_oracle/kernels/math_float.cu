// Library mathematics in single precision.
__global__ void f(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] = sinf(x[i]) + expf(x[i]) + logf(x[i]) + powf(x[i], 1.3f) + tanhf(x[i]) +
         erff(x[i]) + rsqrtf(x[i]);
}
