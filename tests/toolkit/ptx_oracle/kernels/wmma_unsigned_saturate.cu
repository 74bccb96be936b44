// WMMA of 8x32x16 on unsigned bytes, saturated, from shared memory.
#include <mma.h>
using namespace nvcuda;
__global__ void f(const unsigned char* a, int* c) {
  __shared__ alignas(32) unsigned char tile[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 8, 32, 16, unsigned char, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 8, 32, 16, unsigned char, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 8, 32, 16, int> z;
  wmma::load_matrix_sync(z, c, 32, wmma::mem_row_major);
  wmma::load_matrix_sync(x, tile, 16);
  wmma::load_matrix_sync(y, tile + 256, 32);
  wmma::mma_sync(z, x, y, z, true);
  wmma::store_matrix_sync(c, z, 32, wmma::mem_row_major);
}
