// corpus: from=80
// Tensor cores on TF32.
#include <mma.h>
using namespace nvcuda;
__global__ void f(const float* a, const float* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                 wmma::row_major>
      x;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                 wmma::col_major>
      y;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> z;
  wmma::fill_fragment(z, 0.0f);
  wmma::load_matrix_sync(x, a, 8);
  wmma::load_matrix_sync(y, b, 8);
  for (int i = 0; i < x.num_elements; ++i)
    x.x[i] = wmma::__float_to_tf32(x.x[i]);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);
}
