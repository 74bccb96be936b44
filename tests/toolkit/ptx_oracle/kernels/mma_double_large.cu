// corpus: from=90
// mma.sync on doubles in the larger shape of 9.0.
__global__ void f(const double* in, double* out) {
  double c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, "
      "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+d"(c0), "+d"(c1), "+d"(c2), "+d"(c3)
      : "d"(in[0]), "d"(in[1]), "d"(in[2]), "d"(in[3]), "d"(in[4]), "d"(in[5]));
  out[threadIdx.x] = c0 + c1 + c2 + c3;
}
