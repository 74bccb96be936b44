// corpus: needs=cccl
// Cooperative groups: partitions by labels and by a predicate.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void f(int* out) {
  auto active = cg::coalesced_threads();
  auto same = cg::labeled_partition(active, out[threadIdx.x] % 3);
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto half = cg::binary_partition(warp, (threadIdx.x & 1) != 0);
  int lead = same.shfl(out[threadIdx.x], 0);
  out[threadIdx.x] = lead + same.size() + half.num_threads() +
                     half.match_any(lead) + warp.meta_group_rank();
}
