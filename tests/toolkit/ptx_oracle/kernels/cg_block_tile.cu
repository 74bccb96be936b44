// corpus: needs=cccl
// Cooperative groups: blocks and tiles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void f(const int* in, int* out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<int>());
  int scan = cg::exclusive_scan(tile, sum);
  auto active = cg::coalesced_threads();
  out[block.thread_rank()] = sum + scan + active.size();
}
