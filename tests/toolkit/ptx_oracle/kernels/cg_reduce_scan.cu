// corpus: needs=cccl
// Cooperative groups: reductions and scans of several types, and updates.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cuda/atomic>
namespace cg = cooperative_groups;
__global__ void f(cuda::atomic<int, cuda::thread_scope_device>* total,
                  double* d, unsigned* u) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int i = threadIdx.x;
  d[i] = cg::reduce(tile, d[i], cg::greater<double>());
  u[i] = cg::reduce(tile, u[i], cg::bit_xor<unsigned>());
  cg::reduce_update_async(tile, *total, static_cast<int>(u[i]),
                          cg::plus<int>());
  u[i] += cg::inclusive_scan(tile, u[i], cg::less<unsigned>());
  u[i] += cg::exclusive_scan_update(tile, *total, 1, cg::plus<int>());
}
