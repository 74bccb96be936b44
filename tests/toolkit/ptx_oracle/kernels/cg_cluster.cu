// corpus: from=90 needs=cccl
// Clusters: distributed shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) f(int* out) {
  __shared__ int mine;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = cluster.block_rank();
  cluster.sync();
  int* other = cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
  out[threadIdx.x] = *other;
  cluster.sync();
}
