// Special functions in single precision.
__global__ void f(const float* x, float* y) {
  int i = threadIdx.x, n;
  float s, c;
  sincosf(x[i], &s, &c);
  y[i] = jnf(2, x[i]) + erfinvf(x[i]) + normcdfinvf(x[i]) + lgammaf(x[i]) +
         asinhf(x[i]) + atan2f(x[i], s) + log1pf(c) + exp10f(s) +
         frexpf(x[i], &n) + scalbnf(s, n) + rnorm4df(s, c, x[i], 1) +
         fdimf(s, c) + nearbyintf(x[i]) + fmodf(s, c);
}
