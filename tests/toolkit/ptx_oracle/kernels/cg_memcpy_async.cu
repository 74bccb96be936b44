// corpus: needs=cccl
// Cooperative groups: copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void f(const int* in, int* out) {
  __shared__ int tile[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * 256);
  cg::wait(block);
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
