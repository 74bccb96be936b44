// corpus: from=80 needs=cccl
// Cooperative groups: tiles of several warps, one thread invoked.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void f(float* out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<128>(block);
  float sum = cg::reduce(tile, out[threadIdx.x], cg::plus<float>());
  sum = tile.shfl(sum, 3) + (tile.any(sum > 0) ? 1 : 0);
  cg::invoke_one(tile, [&] { out[0] = sum; });
  block.sync();
  out[threadIdx.x] += cg::invoke_one_broadcast(tile, [&] { return sum; });
}
