// corpus: from=90 needs=cccl
// Cooperative groups: barriers of grid and cluster in two steps.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void f(int* out) {
  auto grid = cg::this_grid();
  auto cluster = cg::this_cluster();
  auto first = cluster.barrier_arrive();
  out[grid.thread_rank()] = cluster.num_blocks() + cluster.dim_blocks().x;
  cluster.barrier_wait(static_cast<decltype(first)&&>(first));
  auto second = grid.barrier_arrive();
  out[grid.thread_rank()] += grid.cluster_rank() + grid.num_clusters();
  grid.barrier_wait(static_cast<decltype(second)&&>(second));
}
