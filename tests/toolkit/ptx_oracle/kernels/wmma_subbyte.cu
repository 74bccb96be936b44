// WMMA on signed and unsigned 4-bit integers.
#include <mma.h>
using namespace nvcuda;
namespace tiny = nvcuda::wmma::experimental;
template <typename T>
__device__ void multiply(const int* a, const int* b, int* c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> z;
  wmma::fill_fragment(z, 1);
  wmma::load_matrix_sync(x, a, 32);
  wmma::load_matrix_sync(y, b, 32);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 8, wmma::mem_row_major);
}
__global__ void f(const int* a, const int* b, int* c) {
  multiply<tiny::precision::s4>(a, b, c);
  multiply<tiny::precision::u4>(a, b, c + 64);
}
