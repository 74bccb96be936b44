// WMMA of 32x8x16 in half precision throughout, clamped, stored by column.
#include <mma.h>
using namespace nvcuda;
__global__ void f(const half* a, const half* b, half* c, unsigned stride) {
  wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> x;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 32, 8, 16, half> z;
  wmma::load_matrix_sync(z, c, stride, wmma::mem_col_major);
  wmma::load_matrix_sync(x, a, stride);
  wmma::load_matrix_sync(y, b, stride);
  wmma::mma_sync(z, x, y, z);
  for (int i = 0; i < z.num_elements; ++i)
    z.x[i] = __hgt(z.x[i], __float2half(1.0f)) ? __float2half(1.0f) : z.x[i];
  wmma::store_matrix_sync(c, z, stride, wmma::mem_col_major);
}
