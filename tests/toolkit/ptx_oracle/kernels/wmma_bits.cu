// Tensor cores on single bits: experimental in CUDA's own words.
#include <mma.h>
using namespace nvcuda;
namespace tiny = nvcuda::wmma::experimental;
__global__ void f(const unsigned* a, const unsigned* b, int* c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 128, tiny::precision::b1,
                 wmma::row_major>
      x;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, tiny::precision::b1,
                 wmma::col_major>
      y;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> z;
  wmma::fill_fragment(z, 0);
  wmma::load_matrix_sync(x, a, 128);
  wmma::load_matrix_sync(y, b, 128);
  wmma::bmma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 8, wmma::mem_row_major);
}
