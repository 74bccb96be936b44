// cuComplex: products and quotients in both precisions.
#include <cuComplex.h>
__global__ void f(const cuFloatComplex* a, cuDoubleComplex* b) {
  int i = threadIdx.x;
  cuFloatComplex p = cuCmulf(a[i], cuConjf(a[i + 32]));
  cuDoubleComplex q = cuComplexFloatToDouble(cuCdivf(p, a[i + 64]));
  b[i] = cuCadd(cuCdiv(b[i], q), make_cuDoubleComplex(cuCabs(q), 1));
}
