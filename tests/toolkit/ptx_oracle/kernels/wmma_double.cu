// corpus: from=80
// Tensor cores on doubles.
#include <mma.h>
using namespace nvcuda;
__global__ void f(const double* a, const double* b, double* c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> z;
  wmma::fill_fragment(z, 0.0);
  wmma::load_matrix_sync(x, a, 4);
  wmma::load_matrix_sync(y, b, 4);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 8, wmma::mem_row_major);
}
