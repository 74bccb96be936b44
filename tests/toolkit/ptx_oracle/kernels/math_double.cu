// Library mathematics in double precision.
__global__ void f(const double* x, double* y) {
  int i = threadIdx.x;
  y[i] = sin(x[i]) + exp(x[i]) + log(x[i]) + pow(x[i], 1.3) + tgamma(x[i]) +
         cbrt(x[i]) + fmod(x[i], 3.0);
}
