// Arithmetic with each rounding, in both precisions.
__global__ void f(const float* x, const double* d, float* y, double* e) {
  int i = threadIdx.x;
  y[i] = __fadd_rd(x[i], 1) + __fmul_ru(x[i], 3) + __fdiv_rz(1, x[i]) +
         __fsqrt_rn(x[i]) + __frcp_rd(x[i]) + __fmaf_ru(x[i], x[i], 2) +
         __frsqrt_rn(x[i]) + __saturatef(x[i]);
  e[i] = __dadd_ru(d[i], 1) + __dmul_rz(d[i], 3) + __ddiv_rd(1, d[i]) +
         __dsqrt_ru(d[i]) + __drcp_rz(d[i]) + __fma_rd(d[i], d[i], 2);
}
